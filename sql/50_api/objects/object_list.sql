create or replace function api.object_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_type_id text := v_type.id;
  v_limit integer := args->>'limit';
  v_binding text;
  v_after text := '~';
  v_most integer := case when args @> '{"count": "exact"}' then 10000 else 1000 end;
  v_filter app.filter;
  v_rows json[];
  v_total bigint;
  v_cursor text;
begin
  if args ?| array['sort', 'order', 'has_cursors'] then return app.list(v_type, args); end if;
  if app.policies_concern(v_type.policies, v_type.user_access) then
    v_filter := app.policies_filter_most(v_type, v_most + 1);
    if v_filter.condition is null then return app.list(v_type, args); end if;
    v_binding := app.list_binding(tenant, v_type_id, 'id', true);
    return app.page(
      app.objects_by_id(tenant, v_type_id, v_filter, true,
        app.cursor_decode(v_binding, args->>'cursor')->>2, v_limit + 1),
      v_limit, v_binding, 'id',
      case when args->>'count' is distinct from 'none' then v_most + 1 end, v_most);
  end if;
  -- Most lists: the newest of all objects. In one piece, because each function that is called for
  -- them would cost as much as reading five.
  v_binding := app.list_binding(tenant, v_type_id, 'id', true);
  if args ? 'cursor' then v_after := app.cursor_decode(v_binding, args->>'cursor')->>2; end if;
  v_rows := array(
    select app.object_json(row(o.*)::app.objects) from app.objects o
    where o.tenant_id = tenant and o.object_type_id = v_type_id and o.id < v_after
      and not o.is_deleted
    order by o.id desc limit v_limit + 1);
  if cardinality(v_rows) > v_limit then
    v_cursor := app.cursor_encode(v_binding, jsonb_build_array('', 0, v_rows[v_limit]->>'id'));
  end if;
  if args->>'count' is distinct from 'none' then
    select coalesce(sum(c.live), 0) into v_total from app.object_counts c
    where c.tenant_id = tenant and c.object_type_id = v_type_id;
  end if;
  return app.paged(array_to_json(v_rows[:v_limit]), v_cursor, v_total);
end $$;
comment on function api.object_list is 'List objects';
