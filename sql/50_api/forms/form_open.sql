create or replace function api.form_open(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_form app.forms := app.form_find(tenant, args->>'form_id');
begin
  -- Who has begun may go on: to see what was wrong, or that it was received.
  if args @> '{"is_known": true}' then return app.form_public_json(v_form); end if;
  if not args @> '{"is_page": true}' then
    perform app.form_open_check(v_form);
    return app.form_public_json(v_form);
  end if;
  begin
    perform app.form_open_check(v_form);
  exception when sqlstate 'PT403' then
    return app.form_public_json(v_form)::jsonb || jsonb_build_object('closed', sqlerrm);
  end;
  perform app.form_count(v_form, '{"view": 1}');
  return app.form_public_json(v_form);
end $$;
comment on function api.form_open is 'Get a form to fill in';
