create or replace function app.function_version_find(
  p_tenant text, p_function_id text, p_version text)
returns app.function_versions
language plpgsql stable as $$
declare
  v_number integer := p_version;
  v_version app.function_versions;
begin
  select * into v_version from app.function_versions v
  where v.tenant_id = p_tenant and v.function_id = p_function_id and v.version = v_number;
  if not found then perform app.not_found('version', p_version); end if;
  return v_version;
end $$;
comment on function app.function_version_find is 'A version of a function by its number, or 404';
