create or replace function api.association_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;
  v_type app.object_types := app.object_type_find(tenant, args->>'type');
  v_id text := args->>'id';
  v_direction text := coalesce(args->>'direction', 'both');
  v_name text := args->>'association_type';
  v_limit integer := args->>'limit';
  v_binding text := concat_ws(
    '|', 'association.list', tenant, v_type.id, v_id, v_direction, v_name);
  v_after text := app.cursor_decode(v_binding, args->>'cursor')->>0;
  v_policies jsonb := app.policies_of_caller(tenant);
  v_found app.associations[];
  v_total integer;
begin
  perform from app.objects o
  where o.tenant_id = tenant and o.object_type_id = v_type.id and o.id = v_id
    and not o.is_deleted;
  if not found or not app.policies_show(v_policies, tenant, v_type.id, v_id) then
    perform app.not_found('object', v_id);
  end if;
  v_found := app.associations_find(v_type, v_id, v_direction, v_name, v_after, v_limit + 1,
    v_policies);
  if args->>'count' is distinct from 'none' then
    v_total := app.associations_count(v_type, v_id, v_direction, v_name, v_most + 1,
      v_policies);
  end if;
  return app.paged((
      select json_agg(app.association_row(a, a.from_id = v_id)) from unnest(v_found[: v_limit]) a),
    app.cursor_next(v_binding, cardinality(v_found) > v_limit, v_found[v_limit].id),
    v_total, v_most);
end $$;
comment on function api.association_list is 'List the associations of an object';
