create or replace function api.data_exports(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_policies jsonb := app.policies_of_caller(tenant);
  v_user text := app.user_alone();
  v_binding text := concat_ws('|', 'data.exports', tenant, v_user);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_exports app.exports[] := array(
    select row(e.*)::app.exports as e from app.exports e
    where e.tenant_id = tenant and e.id < v_before
      and (v_user is null or e.created_by = v_user)
      and (v_policies is null
        or not app.policies_keep_out(v_policies, e.object_type_id, e.principal->>'id'))
    order by e.id desc limit v_limit + 1);
  v_most integer := app.count_most(args, v_policies is null and v_user is null);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.exports e
        where e.tenant_id = tenant and (v_user is null or e.created_by = v_user)
          and (v_policies is null
            or not app.policies_keep_out(v_policies, e.object_type_id, e.principal->>'id'))
        limit v_most + 1) c);
  end if;
  return app.paged(
    (select json_agg(app.export_json(app.export_find(tenant, e.id)))
     from unnest(v_exports[:v_limit]) e),
    app.cursor_next(v_binding, cardinality(v_exports) > v_limit, v_exports[v_limit].id),
    v_total, v_most);
end $$;
comment on function api.data_exports is 'List exports, newest first';
