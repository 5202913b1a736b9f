create or replace function app.export_line(p_plan jsonb, args jsonb)
returns text
language plpgsql stable as $$
declare
  v_format text := args->>'format';
  v_parts text[] := array(
    select app.export_value(c, n, v_format)
    from jsonb_array_elements(p_plan->'columns') with ordinality e(c, n) order by n);
  v_name text;
  v_json text;
begin
  if (p_plan->'has_rest')::boolean then
    v_parts := array_append(v_parts, $sql$case when c.rest = '{}' then ''
      else ',' || substr(left(app.json_compact(c.rest::text), -1), 2) end$sql$);
  end if;
  foreach v_name in array (app.export_taken(args))[2:] loop
    v_json := case
      when v_name in ('versions', 'associations', 'files')
        then format('app.json_compact(coalesce($7->%L->c.id, ''[]'')::text)', v_name)
      when v_name in ('version', 'is_deleted') then format('c.%s::text', v_name)
      else format($sql$coalesce(to_json(c.%s)::text, 'null')$sql$, v_name) end;
    v_parts := array_append(v_parts, case
      when v_format = 'xlsx' or v_format = 'csv' and v_name in ('version', 'is_deleted') then v_json
      when v_format <> 'csv' then format('%L || %s', format(',"%s":', v_name), v_json)
      when v_name = 'created_by' then $sql$coalesce(app.csv_cell(c.created_by), '')$sql$
      when v_name in ('created_at', 'updated_at') then format($sql$btrim(%s, '"')$sql$, v_json)
      else format('app.csv_cell(%s)', v_json) end);
  end loop;
  return case v_format
    when 'csv' then 'c.id || '',''' || concat(' || ',
      array_to_string(v_parts, $sql$ || ',' || $sql$), ' || e''\r\n''')
    when 'xlsx' then $sql$'["' || c.id || '",' || $sql$
      || array_to_string(v_parts, $sql$ || ',' || $sql$) || $sql$ || e']\n'$sql$
    when 'json' then $sql$e',\n{"id":"' || c.id || '"' || $sql$
      || array_to_string(v_parts, ' || ') || $sql$ || '}'$sql$
    else $sql$'{"id":"' || c.id || '"' || $sql$
      || array_to_string(v_parts, ' || ') || $sql$ || e'}\n'$sql$ end;
end $$;
comment on function app.export_line is
  'The SQL of one object''s line in an export: of app.export_statement''s c and its $7. Of xlsx, '
  'which is zipped in Node, a JSON array of its cells';
