create or replace function api.graphql_links(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;
  v_type app.object_types := app.object_type_find(tenant, args->>'type');
  v_ids text[] := array(select jsonb_array_elements_text(args->'ids'));
  v_direction text := args->>'direction';
  v_name text := args->>'name';
  v_limit integer := args->>'first';
  v_is_counted boolean := args @> '{"is_counted": true}';
  v_has_cursors boolean := args @> '{"has_cursors": true}';
  v_binding text := concat_ws('|', 'graphql.links', tenant, v_type.id, v_direction, v_name);
  v_after text := app.cursor_decode(v_binding, args->>'after')->>0;
  v_policies jsonb := app.policies_of_caller(tenant);
begin
  return (
    select coalesce(json_object_agg(p.id, json_build_object(
      'links', (
        select coalesce(json_agg(json_build_object(
          'id', a.id, 'association_type', a.association_type, 'meta', a.meta,
          'direction', case when a.from_id = p.id then 'outgoing' else 'incoming' end,
          'created_at', a.created_at, 'updated_at', a.updated_at,
          'cursor', case when v_has_cursors
            then app.cursor_encode(v_binding, jsonb_build_array(a.id)) end,
          'node', app.object_json(row(o.*)::app.objects)) order by a.id desc), '[]')
        from unnest(f.found[: v_limit]) a
        join app.objects o on o.tenant_id = tenant
          and o.object_type_id = case when a.from_id = p.id then a.to_type_id else a.from_type_id end
          and o.id = case when a.from_id = p.id then a.to_id else a.from_id end),
      'next_cursor', app.cursor_next(
        v_binding, cardinality(f.found) > v_limit, f.found[v_limit].id),
      'total', case when v_is_counted then app.associations_count(
        v_type, p.id, v_direction, v_name, v_most + 1, v_policies) end)), '{}')
    from app.objects p
    cross join lateral app.associations_find(
      v_type, p.id, v_direction, v_name, v_after, v_limit + 1, v_policies) f(found)
    where p.tenant_id = tenant and p.object_type_id = v_type.id and p.id = any (v_ids)
      and not p.is_deleted
      and (v_policies is null or app.policies_show(v_policies, tenant, v_type.id, p.id)));
end $$;
comment on function api.graphql_links is
  'The objects that each of some objects is associated with, {id: {links, next_cursor, total}}, '
  'newest association first; every object has the same page, `first` of them after `after`. Without '
  'the objects that the caller may not see, and with what policies show of the others';
