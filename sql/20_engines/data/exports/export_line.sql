create or replace function app.export_line(p_plan jsonb, args jsonb)
returns text
language plpgsql stable as $$
declare
  v_format text := args->>'format';
  v_is_json boolean := v_format in ('json', 'ndjson');
  v_parts text[] := array(
    select app.export_value(c, n, v_format)
    from jsonb_array_elements(p_plan->'columns') with ordinality e(c, n) order by n);
  v_name text;
  v_json text;
  v_begin text := case v_format
    when 'csv' then 'c.id || '','''
    when 'xlsx' then $sql$'["' || c.id || '",'$sql$
    when 'json' then $sql$e',\n{"id": "' || c.id || '"'$sql$
    else $sql$'{"id": "' || c.id || '"'$sql$ end;
  v_end text := case v_format
    when 'csv' then $sql$e'\r\n'$sql$
    when 'xlsx' then $sql$e']\n'$sql$
    when 'json' then $sql$'}'$sql$
    else $sql$e'}\n'$sql$ end;
  v_rest text;
begin
  foreach v_name in array (app.export_taken(args))[2:] loop
    v_json := case
      when v_name in ('versions', 'associations', 'files')
        then format('coalesce($7->%L->c.id, ''[]'')::text', v_name)
      when v_name in ('version', 'is_deleted') then format('c.%s::text', v_name)
      else format($sql$coalesce(to_json(c.%s)::text, 'null')$sql$, v_name) end;
    if v_format <> 'xlsx' and v_name in ('versions', 'associations', 'files') then
      v_json := format('app.json_%s(%s)', case when v_is_json then 'numbers' else 'compact' end, v_json);
    end if;
    v_parts := array_append(v_parts, case
      when v_format = 'xlsx' or v_format = 'csv' and v_name in ('version', 'is_deleted') then v_json
      when v_is_json then format('%L || %s', format(', "%s": ', v_name), v_json)
      when v_name = 'created_by' then $sql$coalesce(app.csv_cell(c.created_by), '')$sql$
      when v_name in ('created_at', 'updated_at') then format($sql$btrim(%s, '"')$sql$, v_json)
      else format('app.csv_cell(%s)', v_json) end);
  end loop;
  v_rest := array_to_string(v_parts, case when v_is_json then ' || ' else $sql$ || ',' || $sql$ end)
    || ' || ' || v_end;
  if not app.export_is_whole(args) then return v_begin || ' || ' || v_rest; end if;
  -- In bytes, whose ends are cut off without counting characters.
  return format($sql$textsend(%s || case when length(c.bytes) > 2 then ', ' else '' end)
    || substr(c.bytes, 2, length(c.bytes) - 2) || textsend(%s)$sql$, v_begin, v_rest);
end $$;
comment on function app.export_line is
  'The SQL of one object''s line in an export: of app.export_statement''s c and its $7. Text; bytes where '
  'app.export_is_whole. Of xlsx, which is zipped in Node, a JSON array of its cells';
