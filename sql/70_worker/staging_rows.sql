create or replace function worker.staging_rows(p_tenant text, p_table text, p_columns text[], p_lines text, p_is_same boolean)
returns integer
language plpgsql volatile as $$
declare
  v_table text := (
    select t.table_name from app.registry_tables() t
    where t.table_name = p_table and t.table_name <> 'tenants' and t.rule->>'snapshot' = 'in');
  v_prefix text := (select t.rule->>'ids' from app.registry_tables() t where t.table_name = p_table);
  v_values jsonb := worker.staging_values(p_is_same)->p_table;
  v_is_json boolean;
  v_json text;
  v_member text;
  v_names text;
  v_fields text;
  v_list text;
  v_count integer;
  v_months timestamp[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  if v_table is null then
    raise exception using errcode = 'undefined_table', message = format('no snapshot has a table %s', p_table);
  end if;
  -- json keeps the order of members, which jsonb does not. A row of it is taken apart once, and not for each column.
  select count(*) filter (where a.atttypid = 'json'::regtype) > 0 into v_is_json
  from pg_catalog.pg_attribute a
  where a.attrelid = format('app.%I', v_table)::regclass and a.attnum > 0 and not a.attisdropped;
  v_json := case when v_is_json then 'json' else 'jsonb' end;
  v_member := case when v_is_json then 'l.j[%s]' else 'l.j->(%s - 1)' end;
  select string_agg(format('%I', a.attname), ', ' order by c.place),
    string_agg(case when a.atttypid <> 'bytea'::regtype then format('%L, ' || v_member, a.attname, c.place) end, ', ' order by c.place),
    string_agg(case
        when v_values ? a.attname then v_values->>a.attname
        when a.attname = 'id' and v_prefix is not null then 'app.staging_id(r.id)'
        when a.atttypid = 'bytea'::regtype then format('decode(' || v_member || ' #>> ''{}'', ''base64'')', c.place)
        else format('r.%I', a.attname) end, ', ' order by c.place), count(*)
  into v_names, v_fields, v_list, v_count
  from unnest(p_columns) with ordinality c(name, place)
  join pg_catalog.pg_attribute a on a.attrelid = format('app.%I', v_table)::regclass and a.attname = c.name
    and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id' and a.attgenerated = '';
  if v_count is distinct from cardinality(p_columns) then
    raise exception using errcode = 'undefined_column', message = format('app.%s has not all of these columns: %s', v_table, p_columns);
  end if;
  if v_table = 'file_versions' then
    -- Until their bytes come, which are named by what they are.
    insert into app.blobs (tenant_id, storage_key, checksum, size_bytes)
    select distinct on (b.checksum) p_tenant, p_tenant || '/snapshot/' || b.checksum, b.checksum, b.size_bytes
    from (
      select l.j->>(array_position(p_columns, 'checksum') - 1) as checksum,
        (l.j->>(array_position(p_columns, 'size_bytes') - 1))::bigint as size_bytes
      from jsonb_array_elements(p_lines::jsonb) l(j)) b
    on conflict do nothing;
  end if;
  execute format(
    'with added as ('
    'insert into app.%I (tenant_id, %s) select $1, %s from %s cross join lateral %s_populate_record(null::app.%I, %s_build_object(%s)) r'
    ' returning %s) select count(*), %s from added a',
    v_table, v_names, v_list, case when v_is_json
      then 'json_array_elements($2::json) e(line) cross join lateral (select array_agg(m) as j from json_array_elements(e.line) m) l'
      else 'jsonb_array_elements($2::jsonb) l(j)' end,
    v_json, v_table, v_json, v_fields,
    case when v_table = 'journal' then 'id, tableoid' else 'tenant_id' end,
    -- Rows in the default partition are moved later, and all readers wait for as long.
    case when v_table <> 'journal' then 'null' else
      'array_agg(distinct date_trunc(''month'', app.id_time(a.id) at time zone ''UTC''))'
      ' filter (where a.tableoid = ''app.journal_default''::regclass)' end)
  into v_count, v_months using p_tenant, p_lines;
  if v_months is not null then
    raise exception using errcode = 'IN001', message = 'months of the journal are missing', detail = array_to_json(v_months)::text;
  end if;
  return v_count;
end $$;
comment on function worker.staging_rows is
  'Puts rows of a snapshot, a JSON array of arrays in the order of p_columns, into a tenant that is being loaded; how many. Names of '
  'tables and columns come from the catalog, values from worker.staging_values where they must not be believed. As the worker, whom '
  'row-level security keeps in the tenant';
