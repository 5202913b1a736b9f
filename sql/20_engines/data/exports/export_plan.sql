create or replace function app.export_plan(
  p_type app.object_types, p_filter app.filter, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_missing constant text := app.index_text(null);
  v_ids constant refcursor := 'export_ids';
  v_sort text := app.sort_check(p_type, args->>'sort');
  v_is_descending boolean := app.export_is_descending(args);
  v_range jsonb;
  v_walks boolean := args @> '{"include_deleted":true}';
  v_untyped text[] := '{}';
begin
  if not v_walks then
    p_filter := app.filter_plan(p_type, p_filter, 1000);
    if p_filter.ids is null then v_range := app.filter_range(p_filter); end if;
    v_walks := v_sort = 'id' and p_filter.ids is null
      and (v_range ?| array['property', 'creators']) is not true;
  end if;
  if args->>'format' in ('csv', 'xlsx') and not args ? 'properties' and not p_type.is_strict then
    v_untyped := app.export_untyped(p_type, p_filter, v_range, args);
  end if;
  if not v_walks then
    open v_ids for
      select array_agg(i.id order by i.n) from (
        select o.id, row_number() over (order by k.t = v_missing,
          case when not v_is_descending then k.t end, case when not v_is_descending then k.n end,
          case when not v_is_descending then o.id end, k.t desc, k.n desc, o.id desc) as n
        from app.objects_matching(p_type, p_filter, v_range) o
        cross join lateral (
          select case when v_sort <> 'id' then app.object_value(o, v_sort) end as value offset 0) v
        cross join lateral (
          select case when v_sort = 'id' then '' else app.index_text(v.value) end collate "C" as t,
            case when v_sort = 'id' then 0 else app.index_number(v.value) end as n offset 0) k) i
      group by (i.n - 1) / 2000 order by (i.n - 1) / 2000;
  end if;
  return jsonb_build_object('walks', v_walks,
    'columns', case when app.export_is_whole(args) then '[]'
      else app.export_columns(p_type, v_untyped, args) end);
end $$;
comment on function app.export_plan is
  'How an export is read, {walks, columns}, for app.export_part in the same transaction: along '
  'the primary key, or by the cursor export_ids, which gives its ids in their order, 2,000 at a '
  'time, found and sorted once';
