-- Merges, removes, counts and exports the rows that name a user, from the registry (90_registry.sql): static statements, each with its tenant.
do $$
declare v_text text;
begin
  -- Functions before plain statements; the tables that others refer to first, and last where rows are deleted.
  select coalesce(string_agg(distinct_call, '' order by position), '') into v_text from (
    select format(E'  perform %s;\n', c.rule->>'merge') as distinct_call,
      min(c.depth || c.table_name collate "C") as position
    from app.registry_columns() c where c.rule->>'merge' like 'app.%' group by c.rule->>'merge') calls;
  v_text := v_text || (
    select string_agg(format(E'  update app.%I r set %I = %s where r.tenant_id = p_from.tenant_id and %s;\n',
        c.table_name, c.column_name,
        case c.rule->>'as' when 'user' then '''user:'' || p_into.id'
          when 'party' then format('r.%I || v_into', c.column_name) else 'p_into.id' end,
        app.registry_match(c.column_name, c.rule, 'p_from.id')),
      '' order by c.depth, c.table_name collate "C", c.column_name collate "C")
    from app.registry_columns() c where c.rule->>'merge' = 'move');
  execute format($sql$
    create or replace function app.user_merge_rows(p_from app.users, p_into app.users)
    returns void language plpgsql volatile as $body$
declare v_into jsonb := jsonb_build_object('id', p_into.id);
begin
%send $body$ $sql$, v_text);

  with asked as (
    select c.*, c.rule ? 'counts_as' as is_asked from app.registry_columns() c where c.rule->>'remove' like 'app.%')
  select format(E'  if p_takes_objects then\n%s  end if;\n%s',
    string_agg(format(E'    perform %s;\n', a.rule->>'remove'), '' order by a.depth, a.table_name collate "C")
      filter (where a.is_asked),
    string_agg(format(E'  perform %s;\n', a.rule->>'remove'), '' order by a.depth, a.table_name collate "C")
      filter (where not a.is_asked)) into v_text from asked a;
  v_text := v_text || (
    select string_agg(format(E'  delete from app.%I r where r.tenant_id = p_user.tenant_id and %s;\n',
        c.table_name, app.registry_match(c.column_name, c.rule, 'p_user.id')),
      '' order by c.depth desc, c.table_name collate "C")
    from app.registry_columns() c where c.rule->>'remove' = 'delete');
  execute format($sql$
    create or replace function app.user_remove_rows(p_user app.users, p_takes_objects boolean)
    returns void language plpgsql volatile as $body$
begin
%send $body$ $sql$, v_text);

  select string_agg(format(E'    row(%L, (\n      select count(*) from %s))::app.dependency',
      c.rule->>'counts_as', case when c.rule ? 'each' then format(
        E'unnest(v_types) t(id) cross join lateral (\n        select 1 from app.%I r\n'
        '        where r.tenant_id = p_tenant and r.%I = t.id and %s and %s offset 0) r',
        c.table_name, c.rule->>'each', app.registry_match(c.column_name, c.rule, 'p_user_id'),
        coalesce(c.rule->>'counted', 'true'))
      else format('app.%I r where r.tenant_id = p_tenant and %s and %s', c.table_name,
        app.registry_match(c.column_name, c.rule, 'p_user_id'), coalesce(c.rule->>'counted', 'true')) end),
    E',\n' order by c.depth, c.table_name collate "C") into v_text
  from app.registry_columns() c where c.rule ? 'remove' and c.rule ? 'counts_as';
  execute format($sql$
    create or replace function app.user_dependencies(p_tenant text, p_user_id text)
    returns jsonb language plpgsql stable as $body$
declare v_types text[] := array(select t.id from app.object_types t where t.tenant_id = p_tenant);
begin
  return app.dependencies(array[
%s]);
end $body$ $sql$, v_text);

  with shown as (
    select e.key as name, e.value #>> '{}' as shown, c.* from app.registry_columns() c
    cross join jsonb_each(c.rule->'export') e
    where jsonb_typeof(c.rule->'export') = 'object' and e.value <> 'null'),
  keys as (
    select i.indrelid, string_agg(format('r.%I', a.attname), ', ' order by k.n) as columns
    from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality k(attnum, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and a.attname <> 'tenant_id'
    where i.indisprimary group by i.indrelid)
  select string_agg(format(case when s.shown like '%p_user_id%' then E'  records := %2$s;\n' else
        E'  select coalesce(json_agg(%2$s order by %3$s), ''[]'') into records from (\n'
        '    select * from app.%4$I r where r.tenant_id = p_tenant and %5$s limit 10000) r;\n' end
      || E'  name := %1$L; return next;\n',
      s.name, s.shown, k.columns, s.table_name, app.registry_match(s.column_name, s.rule, 'p_user_id')),
    '' order by s.name collate "C") into v_text
  from shown s left join keys k on k.indrelid = to_regclass('app.' || quote_ident(s.table_name));
  v_text := v_text || (
    select string_agg(format(
      E'  v_made := v_made || (\n    select coalesce(json_agg(jsonb_build_object(''kind'', %1$L, ''id'', r.id,'
      ' ''created_at'', r.created_at) order by r.id), ''[]'')::jsonb\n'
      '    from (select r.id, r.created_at from app.%1$I r where r.tenant_id = p_tenant and %2$s limit 10000) r);\n',
      c.table_name, app.registry_match(c.column_name, c.rule, 'p_user_id')), '' order by c.table_name collate "C")
    from app.registry_columns() c where c.rule->'export' = '"made"');
  execute format($sql$
    create or replace function app.user_export(p_tenant text, p_user_id text)
    returns table (name text, records json) language plpgsql stable as $body$
declare v_made jsonb := '[]';
begin
%s  name := 'made'; records := v_made; return next;
end $body$ $sql$, v_text);
end $$;
comment on function app.user_merge_rows is
  'Gives the rows of one user to another, as the registry says for each column that names one. Generated by sql/90_registry_users.sql';
comment on function app.user_remove_rows is
  'Removes the rows of a user who is being deleted, as the registry says for each column that names one; with p_takes_objects also '
  'those that app.user_dependencies counts. Generated by sql/90_registry_users.sql';
comment on function app.user_dependencies is
  'Counts what hangs on a user and may stay when the user is deleted: the objects they created, the files that they uploaded, their comments. '
  'Generated by sql/90_registry_users.sql';
comment on function app.user_export is
  'The rows of a user for the export of their data, as the registry says for each column that names one, by the name of their list. '
  'Generated by sql/90_registry_users.sql';
