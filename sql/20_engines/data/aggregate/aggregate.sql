create or replace function app.aggregate(p_type app.object_types, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_columns jsonb := app.aggregate_columns(p_type, args);
  v_order text := app.aggregate_order(v_columns, args);
  v_property text := case when not app.policy_limits(p_type)
    then app.aggregate_index(p_type, args) end;
  v_filter app.filter := app.search_filter(p_type, args);
  -- Beyond a third of the objects, reading all of them in their order is quicker, unless each has
  -- to be asked for more than its properties.
  v_cap integer := case when v_filter.is_plain
    then least(100000, (app.object_total(p_type.tenant_id, p_type.id)).live / 3) else 100000 end;
  v_range jsonb;
  v_sql text;
  v_limit integer := args->>'limit';
  v_rows json;
  v_total bigint;
  v_mixed integer;
begin
  v_rows := app.aggregate_counted(p_type, args, v_filter);
  if v_rows is not null then return v_rows; end if;
  v_filter := app.filter_plan(p_type, v_filter, v_cap);
  if v_property is null then
    perform app.filter_afford(p_type, v_filter, 1, app.aggregate_price(v_columns));
  end if;
  if v_filter.ids is null then v_range := app.filter_range(v_filter); end if;
  -- Dynamic because columns vary; made of what app.aggregate_columns allows, all data as $n.
  v_sql := app.aggregate_statement(v_columns, v_order, v_property);
  execute v_sql into v_rows, v_total, v_mixed using p_type, v_filter, v_range, v_limit;
  if v_property is not null and exists (  -- a text that the index holds otherwise
    select 1 from json_array_elements(v_rows) r
    cross join lateral (select r->>(args->'group_by'->>0)) g(key)
    where length(g.key) > 256 or g.key >= U&'\+10FFFE' collate "C") then
    v_sql := app.aggregate_statement(v_columns, v_order);
    execute v_sql into v_rows, v_total, v_mixed using p_type, v_filter, v_range, v_limit;
  end if;
  if v_mixed is not null then
    perform app.invalid(v_columns->v_mixed->>'path', 'several_currencies', format(
      'a group contains amounts in several currencies. Group by %1$s.currency, or filter by it',
      v_columns->v_mixed->>'property'));
  end if;
  return json_build_object('rows', coalesce(v_rows, '[]'), 'total', coalesce(v_total, 0));
end $$;
comment on function app.aggregate is
  'Answers an aggregate {filters, query, group_by, metrics, interval, timezone, limit, sort, '
  'order}: {rows, total}, total being the number of groups. 400 names the path of what is wrong';
