create or replace function api.function_versions(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_function app.functions := app.function_find(tenant, args->>'function_id');
  v_id text := v_function.id;
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
begin
  return app.listed_as('versions', (
      select json_agg(app.function_version_json(v, v_function.version, false)
        order by v.version desc)
      from (
        select * from app.function_versions w
        where w.tenant_id = tenant and w.function_id = v_id
        order by w.version desc limit v_limit offset v_offset) v), (
      select count(*) from (
        select 1 from app.function_versions w
        where w.tenant_id = tenant and w.function_id = v_id limit 10001) c));
end $$;
comment on function api.function_versions is 'List the versions of a function, without their code';
