create or replace function app.sql_relation(p_type app.object_types, p_equal jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_columns record := app.sql_columns(p_type.definition);
  v_policy text;
  v_from text := 'app.objects o';
  v_served record;
begin
  perform app.type_permission_check(p_type, 'read');
  v_policy := app.sql_policy(p_type);
  -- An equality condition of the statement is asked of the index: less to look at, never more to
  -- see.
  select e.value->>'value' as value, e.value->>'kind' as kind, d.property->>'id' as id into v_served
  from jsonb_array_elements(p_equal) with ordinality e(value, n)
  cross join lateral (select p_type.definition->(e.value->>'column')) d(property)
  where d.property ? 'ready' and case e.value->>'kind'
    when 'text' then app.filter_kind(d.property->>'type') = 'text'
    else d.property->>'type' in ('number', 'float', 'percent') end
  order by e.n limit 1;
  if v_served.id is not null then
    -- The index first, then each object by its key: only that way, whatever the planner thinks of
    -- the tables.
    v_from := format('(select x.object_id from app.object_index x where x.tenant_id = %L and x.property_id = %L '
        'and %s offset 0) x cross join lateral (select o.* from app.objects o where o.tenant_id = %1$L '
        'and o.object_type_id = %4$L and o.id = x.object_id offset 0) o', p_type.tenant_id, v_served.id,
      case v_served.kind when 'text' then format('x.text_value = %s and x.number_value = 0', v_served.value)
        else format('x.text_value = %L and x.number_value = %s', '', v_served.value) end, p_type.id);
  end if;
  return jsonb_build_object('columns', v_columns.columns, 'text', format(
    'select %s from %s where o.tenant_id = %L and o.object_type_id = %L and not o.is_deleted%s',
    v_columns.expressions, v_from, p_type.tenant_id, p_type.id,
    -- With an offset nothing of the statement is tested before the policy, so no error tells of what it hides.
    ' and ' || v_policy || ' offset 0'));
end $$;
comment on function app.sql_relation is
  'Returns the relation of an object type in a caller''s SQL: {columns, text: a SELECT}. p_equal '
  'are conditions of the statement, [{column, kind, value: an expression}], of which an index may '
  'serve one';
