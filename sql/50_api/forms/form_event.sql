create or replace function api.form_event(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_field text := args->>'field';
  v_type text := args->>'type';
  v_done text;
begin
  v_done := app.form_open_check(v_form);
  if v_field is not null
    and not v_form.fields @> jsonb_build_array(jsonb_build_object('name', v_field)) then
    perform app.invalid('field', 'unknown_field', 'is not a field of this form');
  end if;
  v_done := app.form_count(v_form, case
    when v_type <> 'abandon' then jsonb_build_object(v_type, 1)
    when v_field is null then '{"abandon": 1}'
    else jsonb_build_object('abandon', 1, 'dropped:' || v_field, 1) end);
  return '{"counted": true}';
end $$;
comment on function api.form_event is 'Record a form view, start or abandonment';
