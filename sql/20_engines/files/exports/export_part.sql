create or replace function app.export_part(
  p_type app.object_types, p_filter app.filter, p_plan jsonb, args jsonb, p_after jsonb,
  p_limit integer, out row_count integer, out lines text, out after jsonb)
language plpgsql stable as $$
declare
  v_ids_left constant refcursor := 'export_ids';
  v_most_bytes constant integer := 1000000;
  v_walks boolean := p_plan->'walks';
  v_has_ids boolean := not v_walks or args ? 'include';
  v_start text := case when p_after ? 'id' then p_after->>'id'
    when app.export_is_descending(args) then '~' else '' end;
  v_ids text[];
  v_page text[];
  v_last text;
  v_seen integer;
  v_included jsonb;
  v_sql text;
begin
  if v_walks and v_has_ids then
    v_sql := format('select array(select o.id from (%s) o)', app.export_source(args));
    execute v_sql into v_ids
      using p_type.tenant_id, p_type.id, p_filter, v_start, p_limit;
  elsif v_has_ids then
    v_ids := array(select jsonb_array_elements_text(p_after->'ids'));
    if cardinality(v_ids) = 0 then fetch v_ids_left into v_ids; end if;
  end if;
  if v_has_ids then
    v_page := v_ids[:p_limit];
    v_included := app.export_included(p_type, v_page, args);
  end if;
  v_sql := app.export_statement(p_plan, v_has_ids, args);
  -- Dynamic because columns vary: names stand in it as literals, all data is $n.
  if v_has_ids then
    execute v_sql into row_count, v_last, v_seen, lines using p_type.tenant_id, p_type.id,
      p_filter, v_page, p_limit, v_most_bytes, v_included;
  else
    execute v_sql into row_count, v_last, v_seen, lines using p_type.tenant_id, p_type.id,
      p_filter, v_start, p_limit, v_most_bytes, v_included;
  end if;
  after := case
    when not v_walks then
      case when v_ids is not null then jsonb_build_object('ids', v_ids[row_count + 1:]) end
    when row_count < v_seen or v_seen = p_limit then jsonb_build_object('id', v_last) end;
  lines := app.export_framed(p_plan->'columns', args, concat(lines), p_after is null,
    after is null);
end $$;
comment on function app.export_part is
  'The next part of an export after p_after, in the transaction of its app.export_plan: p_limit '
  'objects, or fewer once their lines fill 1 MB. after is null with the last';
