create or replace function api.form_open(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_done text;
begin
  v_done := app.form_open_check(v_form);
  return app.form_public_json(v_form);
end $$;
comment on function api.form_open is 'Get a form to fill in';
