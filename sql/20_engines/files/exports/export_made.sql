create or replace function app.export_made(
  p_type app.object_types, args jsonb, out row_count integer, out lines text)
language plpgsql stable as $$
declare
  v_most_rows constant integer := 5000;
  v_most_bytes constant integer := 4000000;
  v_filter app.filter := app.search_filter(p_type, args);
  v_plan jsonb;
  v_part record;
  v_after jsonb;
  v_bytes integer;
begin
  perform app.export_check(p_type, args);
  if v_filter.condition is null and not args @> '{"include_deleted":true}' then
    row_count := (app.object_total(p_type.tenant_id, p_type.id)).live;
  end if;
  if app.export_afford(p_type, v_filter, app.sort_check(p_type, args->>'sort'))
    and (row_count is null or row_count <= v_most_rows) then
    v_plan := app.export_plan(p_type, v_filter, args);
    row_count := 0;
    lines := '';
    v_bytes := 0;
    loop
      v_part := app.export_part(p_type, v_filter, v_plan, args, v_after, 1000);
      row_count := row_count + v_part.row_count;
      lines := lines || v_part.lines;
      v_bytes := v_bytes + octet_length(v_part.lines);
      v_after := v_part.after;
      exit when v_after is null or row_count > v_most_rows or v_bytes > v_most_bytes;
    end loop;
    perform app.export_close(v_plan);
    if row_count <= v_most_rows and v_bytes <= v_most_bytes then return; end if;
    lines := null;
    row_count := null;
  end if;
  row_count := coalesce(row_count, app.export_count(p_type, v_filter, args));
  if row_count > 100000 then perform app.export_refuse(p_type, args); end if;
end $$;
comment on function app.export_made is
  'The file of an export and its rows, all of one snapshot, when they are few (5,000, 4 MB); only '
  'their number when they are left to the worker. 400 for more than 100,000';
