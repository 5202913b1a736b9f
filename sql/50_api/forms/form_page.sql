create or replace function api.form_page(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_shown json := app.form_public_json(v_form);
  v_done text;
begin
  -- Those who have begun may go on: to see what was wrong, or that it was received.
  if args @> '{"is_known": true}' and v_form.status <> 'draft' then return v_shown; end if;
  begin
    v_done := app.form_open_check(v_form);
  exception when sqlstate 'PT403' then
    return v_shown::jsonb || jsonb_build_object('closed', sqlerrm)
      -- A form that was never open is shown to its team only, and so is its name.
      || case when v_form.status = 'draft' then jsonb_build_object('fields', '[]'::jsonb,
        'name', v_shown #>> '{branding,brand_name}') else '{}' end;
  end;
  v_done := app.form_count(v_form, '{"view": 1}');
  return v_shown;
end $$;
comment on function api.form_page is 'Returns a form for its page and counts a view';
