create or replace function api.data_imports(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_policies jsonb := app.policies_of_caller(tenant);
  v_user text := app.user_alone();
  v_binding text := concat_ws('|', 'data.imports', tenant, v_user);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_imports app.imports[] := array(
    select row(i.*)::app.imports as i from app.imports i
    where i.tenant_id = tenant and i.id < v_before
      and (v_user is null or i.created_by = v_user)
      and (v_policies is null
        or not app.policies_keep_out(v_policies, i.object_type_id, i.principal_id))
    order by i.id desc limit v_limit + 1);
  v_most integer := app.count_most(args, v_policies is null and v_user is null);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.imports i
        where i.tenant_id = tenant and (v_user is null or i.created_by = v_user)
          and (v_policies is null
            or not app.policies_keep_out(v_policies, i.object_type_id, i.principal_id))
        limit v_most + 1) c);
  end if;
  return app.paged(
    (select json_agg(app.import_json(i, false)) from unnest(v_imports[:v_limit]) i),
    app.cursor_next(v_binding, cardinality(v_imports) > v_limit, v_imports[v_limit].id),
    v_total, v_most);
end $$;
comment on function api.data_imports is 'List imports, newest first';
