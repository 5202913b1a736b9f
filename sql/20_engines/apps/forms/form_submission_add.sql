create or replace function app.form_submission_add(
  p_form app.forms, p_status text, p_values jsonb, args jsonb, p_object_id text default null,
  p_error text default null)
returns app.form_submissions
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_id text := app.new_id('fs');
  v_now timestamptz := clock_timestamp();
  v_new app.form_submissions;
begin
  insert into app.form_submissions (tenant_id, form_id, id, data, object_type_id, object_id, status,
    error, ip, user_agent, referrer, utm, completion_ms, created_at)
  values (p_form.tenant_id, p_form.id, v_id, p_values,
    case when p_object_id is not null then p_form.object_type_id end, p_object_id, p_status,
    p_error, v_principal->>'ip', left(v_principal->>'user_agent', 1000), args->>'referrer',
    coalesce(args->'utm', '{}'), (args->>'completion_ms')::bigint, v_now)
  returning * into v_new;
  return v_new;
end $$;
comment on function app.form_submission_add is
  'Writes a submission with what the request says of who sent it, and from where';
