-- Counts and removes what hangs on objects, files and types, from the registry (90_registry.sql).
-- Look-ups of many objects are in parts that the planner keeps apart (lateral, offset 0): with few statistics it would rather
-- read a whole tenant than look up once for each object.
do $$
declare
  v_text text;
  v_linked text;
  v_forced text;
  v_one text;
begin
  select string_agg(format(E'exists (\n      select 1 from unnest(p_ids) i(id) cross join lateral (\n'
    '        select 1 from app.%I r\n        where r.tenant_id = p_type.tenant_id and r.%I = p_type.id and r.%I = i.id\n'
    '        limit 1) one)', c.table_name, c.rule->>'type', c.column_name), E'\n    or '
    order by c.depth, c.table_name collate "C", c.column_name collate "C"),
    string_agg(format(E'exists (\n      select 1 from app.%I r\n      where r.tenant_id = p_type.tenant_id and r.%I = p_type.id and r.%I = v_id)',
      c.table_name, c.rule->>'type', c.column_name), E'\n      or '
    order by c.depth, c.table_name collate "C", c.column_name collate "C") into v_text, v_one
  from app.registry_columns() c
  where c.rule->>'names' = 'object' and c.rule ? 'counts_as' and not c.rule ? 'forced';
  execute format($sql$
    create or replace function app.objects_linked(p_type app.object_types, p_ids text[])
    returns boolean language plpgsql stable as $body$
declare v_id text := p_ids[1];
begin
  if cardinality(p_ids) = 1 then  -- the plan has a quarter of the nodes
    return %s;
  end if;
  return %s;
end $body$ $sql$, v_one, v_text);

  with counted as (
    select c.rule->>'counts_as' as noun, c.rule ? 'forced' as is_forced, c.table_name, min(c.depth) as depth, count(*) as ways,
      string_agg(format(E'select r.%I from unnest(v_type_ids, v_ids) k(type_id, id) cross join lateral (\n'
          '          select %s from app.%I r\n'
          '          where r.tenant_id = p_type.tenant_id and r.%I = k.type_id and r.%I = k.id and (%s) offset 0) r',
        'id', case when c.ways = 1 then '1 as id' else 'r.id' end, c.table_name, c.rule->>'type', c.column_name,
        coalesce(c.rule->>'counted', 'true')), E'\n        union\n        ' order by c.column_name collate "C") as found
    from (
      select *, count(*) over (partition by x.table_name, x.rule->>'counts_as') as ways from app.registry_columns() x
      where x.rule->>'names' = 'object' and x.rule ? 'counts_as') c
    group by 1, 2, 3),
  counts as (
    select c.*, row_number() over (order by not c.is_forced, c.depth, c.table_name collate "C") as n,
      case when c.ways = 1 then format('select count(*) from (%s) r', c.found)
        else format('select count(*) from (%s) one', c.found) end as query
    from counted c)
  select string_agg(format(E'    row(%L, v_counts[%s])::app.dependency', c.noun, c.n), E',\n' order by c.n),
    coalesce(string_agg(format(E'    v_counts[%s] := (\n      %s);\n', c.n, c.query), '' order by c.n) filter (where not c.is_forced), ''),
    coalesce(string_agg(format(E'    v_counts[%s] := (\n      %s);\n', c.n, c.query), '' order by c.n) filter (where c.is_forced), '')
  into v_text, v_linked, v_forced
  from counts c;
  execute format($sql$
    create or replace function app.object_dependencies(
      p_type app.object_types, p_object app.objects, p_is_forced boolean, p_is_linked boolean)
    returns jsonb language plpgsql stable as $body$
declare
  v_type_ids text[] := array[p_type.id];
  v_ids text[] := array[p_object.id];
  v_counts bigint[] := '{}';
begin
  if not p_is_linked and not p_is_forced then return '[]'; end if;
  if p_is_linked then
    select array_agg(c.object_type_id) || v_type_ids, array_agg(c.id) || v_ids into v_type_ids, v_ids
    from app.cascade(p_type, v_ids) c;
    perform app.associations_restrict(p_type.tenant_id, v_type_ids, v_ids);
%s  end if;
  if p_is_forced then
%s  end if;
  return app.dependencies(array[
    row('object', cardinality(v_ids) - (not p_is_forced)::integer)::app.dependency,
%s]);
end $body$ $sql$, v_linked, v_forced, v_text);

  -- Links first, for they take other objects along; then what else their engines do; then rows, those that refer to others first.
  with leaving as (
    select c.table_name, c.column_name, c.depth, c.rule, c.rule ? 'counts_as' and not c.rule ? 'forced' as is_link,
      coalesce(c.rule->>'when', case when c.rule ? 'counts_as' and not c.rule ? 'forced'
        then 'p_is_linked or p_is_cascade' end) as condition,
      case when c.rule->>'purge' like 'app.%' then format('perform %s;', c.rule->>'purge')
        else format(E'delete from app.%I r\n    where r.tenant_id = p_type.tenant_id and r.%I = p_type.id and r.%I = any (p_ids)%s;',
          c.table_name, c.rule->>'type', c.column_name, coalesce(' and ' || (c.rule->>'only'), '')) end as act
    from app.registry_columns() c
    where c.rule->>'names' = 'object' and (c.rule->>'purge' = 'delete' or c.rule->>'purge' like 'app.%')),
  acts as (
    select l.act, l.condition, bool_or(l.is_link) as is_link, l.act like 'perform %' as is_call, min(l.depth) as depth,
      min(l.table_name collate "C") as table_name
    from leaving l group by l.act, l.condition)
  select string_agg(case when a.condition is null then format(E'  %s\n', a.act)
      else format(E'  if %s then\n    %s\n  end if;\n', a.condition, a.act) end, ''
    order by not a.is_link, not a.is_call, case when a.is_call then a.depth else -a.depth end, a.table_name collate "C")
  into v_text from acts a;
  execute format($sql$
    create or replace function app.objects_purge_rows(
      p_type app.object_types, p_objects app.objects[], p_ids text[], p_is_linked boolean, p_is_cascade boolean)
    returns void language plpgsql volatile as $body$
begin
%send $body$ $sql$, v_text);
end $$;
comment on function app.objects_linked is
  'Whether any of these objects has what stands in the registry as linked to objects (counts_as), such as associations, files and '
  'comments, hidden and deleted ones included: the one look-up that the delete of an object without any pays. '
  'Generated by sql/90_registry_objects.sql';
comment on function app.object_dependencies is
  'Counts the records that are deleted together with an object: for good (forced), or into the trash. 409 INVALID_STATE when an association restricts it. '
  'Generated by sql/90_registry_objects.sql';
comment on function app.objects_purge_rows is
  'Removes what hangs on objects that are about to go for good, as the registry says for each column that names one. In a cascade '
  '(p_is_cascade) it is not known whether they are linked. Generated by sql/90_registry_objects.sql';

do $$
declare
  v_text text;
  v_calls text;
  v_rows text;
begin
  -- A row that names the type in two columns counts once, in the first of them.
  with counted as (
    select c.rule->>'counts_as' as noun, c.table_name, c.depth, c.column_name, c.rule,
      lag(c.column_name) over (partition by c.table_name order by c.column_name collate "C") as before
    from app.registry_columns() c where c.rule->>'names' = 'object_type' and c.rule ? 'counts_as')
  select string_agg(format(E'    row(%L, %s)::app.dependency', n.noun, n.counts), E',\n' order by n.nth, n.depth, n.table_name collate "C")
  into v_text
  from (
    select c.noun, c.table_name, min(c.depth) as depth, min((c.rule->>'nth')::integer) as nth, string_agg(format(
      E'(\n      select count(*) from app.%I r\n      where r.tenant_id = p_type.tenant_id and %s%s%s%s)', c.table_name,
      app.registry_match(c.column_name, c.rule, 'p_type.id'), coalesce(' and ' || (c.rule->>'only'), ''),
      coalesce(' and ' || (c.rule->>'counted'), ''), coalesce(' and r.' || quote_ident(c.before) || ' is distinct from p_type.id', '')),
      ' + ' order by c.column_name collate "C") as counts
    from counted c group by c.noun, c.table_name) n;
  execute format($sql$
    create or replace function app.object_type_dependencies(p_type app.object_types)
    returns jsonb language plpgsql stable as $body$
begin
  return app.dependencies(array[
    row('object', (
      select live + trashed from app.object_total(p_type.tenant_id, p_type.id)))::app.dependency,
%s]);
end $body$ $sql$, v_text);

  select string_agg(format(E'  perform %s;\n', a.act), '' order by a.depth, a.table_name) into v_calls
  from (
    select coalesce(c.rule->>'with_type', c.rule->>'purge') as act, min(c.depth) as depth, min(c.table_name collate "C") as table_name
    from app.registry_columns() c
    where c.rule ? 'with_type' or (c.rule->>'names' = 'object_type' and c.rule->>'purge' like 'app.%')
    group by 1) a;
  select string_agg(format(E'  delete from app.%I r where r.tenant_id = p_type.tenant_id and %s%s;\n', c.table_name,
    app.registry_match(c.column_name, c.rule, 'p_type.id'), coalesce(' and ' || (c.rule->>'only'), '')),
    '' order by c.depth desc, c.table_name collate "C") into v_rows
  from app.registry_columns() c where c.rule->>'names' = 'object_type' and c.rule->>'purge' = 'delete';
  execute format($sql$
    create or replace function app.object_type_purge_rows(p_type app.object_types)
    returns void language plpgsql volatile as $body$
begin
%s%send $body$ $sql$, v_calls, v_rows);

  select string_agg(format(E'    row(%L, (\n      select count(*) from app.%I r\n      where r.tenant_id = v_tenant and r.%I = v_id%s))::app.dependency',
      c.rule->>'counts_as', c.table_name, c.column_name, coalesce(' and ' || (c.rule->>'counted'), '')),
    E',\n' order by (c.rule->>'nth')::integer, c.depth, c.table_name collate "C") into v_text
  from app.registry_columns() c where c.rule->>'names' = 'file' and c.rule ? 'counts_as';
  execute format($sql$
    create or replace function app.file_dependencies(p_file app.files)
    returns jsonb language plpgsql stable as $body$
declare
  v_tenant text := p_file.tenant_id;
  v_id text := p_file.id;
begin
  return app.dependencies(array[
    row('file', 1)::app.dependency,
%s]);
end $body$ $sql$, v_text);

  select string_agg(format(case c.rule->>'purge'
      when 'null' then E'  update app.%1$I r set %2$I = null where r.tenant_id = p_tenant and r.%2$I = any (p_ids);\n'
      when 'delete' then E'  delete from app.%1$I r where r.tenant_id = p_tenant and r.%2$I = any (p_ids);\n'
      else E'  perform %3$s;\n' end, c.table_name, c.column_name, c.rule->>'purge'),
    '' order by c.depth desc, c.table_name collate "C") into v_text
  from app.registry_columns() c
  where c.rule->>'names' = 'file' and (c.rule->>'purge' in ('null', 'delete') or c.rule->>'purge' like 'app.%');
  execute format($sql$
    create or replace function app.files_purge_rows(p_tenant text, p_ids text[])
    returns void language plpgsql volatile as $body$
begin
%send $body$ $sql$, v_text);

  select string_agg(format(E'exists (\n      select 1 from app.%I r\n      where r.tenant_id = p_tenant and %s and %s)',
      c.table_name, app.registry_match(c.column_name, c.rule, 'i.id'), c.rule->>'holds'),
    E'\n    or ' order by c.depth, c.table_name collate "C") into v_text
  from app.registry_columns() c where c.rule->>'names' = 'file' and c.rule ? 'holds';
  execute format($sql$
    create or replace function app.files_held(p_tenant text, p_ids text[])
    returns text[] language plpgsql stable security definer set search_path = '' as $body$
begin
  -- Past row-level security, under which no condition on an array can use an index.
  perform app.own_tenant_check(p_tenant);
  return array(
    select i.id from unnest(p_ids) i(id)
    where %s);
end $body$ $sql$, v_text);
end $$;
comment on function app.object_type_dependencies is
  'Counts what goes with an object type when it is deleted. Generated by sql/90_registry_objects.sql';
comment on function app.object_type_purge_rows is
  'Removes what hangs on an object type that is about to be deleted, its objects and what hangs on them too, as the registry says for '
  'each column that names a type. What goes by foreign keys goes with its row. Generated by sql/90_registry_objects.sql';
comment on function app.file_dependencies is
  'Counts what goes when a file goes for good: it, its versions, its places under tags and in collections, its comments. '
  'Generated by sql/90_registry_objects.sql';
comment on function app.files_held is
  'Which of these files are held: what names them is never changed again, such as a posted journal entry, so they stay. '
  'Generated by sql/90_registry_objects.sql';
comment on function app.files_purge_rows is
  'Takes files that are about to go for good out of the rows that name them and stay, as the registry says; others go by their foreign '
  'keys. Generated by sql/90_registry_objects.sql';
