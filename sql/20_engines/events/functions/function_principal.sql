create or replace function app.function_principal(
  p_tenant text, p_function_id text, p_run_id text)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_authors jsonb := (
    select r.authors from app.function_runs r
    where r.tenant_id = p_tenant and r.id = p_run_id and r.status = 'running'
      and r.function_id = p_function_id);
begin
  v_principal := app.principal_limited(p_tenant, v_principal, v_authors);
  if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
  return v_principal || jsonb_build_object(
    'causation_depth', coalesce((v_principal->>'causation_depth')::integer, 0) + 1,
    'by', jsonb_build_object('type', 'function', 'id', p_function_id));
end $$;
comment on function app.function_principal is
  'Returns the principal of a function that runs for the present principal: the same one, with no '
  'more rights than the authors of the opened code, a step further in the chain; 403 when one of '
  'them may no longer act';
