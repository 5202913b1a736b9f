-- Reads and puts the records that a restore brings as they are: of the tables that have `restored` in the registry (90_registry.sql).
do $$
declare
  v_ids text;
  v_rows text;
  v_puts text;
begin
  with kinds as (
    select t.table_name as name, t.depth, t.rule->'restored' as rule, t.rule #>> '{restored,kind}' as kind, (
        select array_agg(k.name order by k.n)
        from jsonb_array_elements_text(coalesce(t.rule #> '{restored,key}', '["id"]')) with ordinality k(name, n)) as key,
      array['tenant_id', 'created_at', 'created_by', 'updated_at'] || array(
          select jsonb_array_elements_text(t.rule #> '{restored,today}'))
        || array(select s.column_name from app.registry_columns() s where s.table_name = t.table_name and s.rule ? 'secret') as today,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = to_regclass('app.' || quote_ident(t.table_name)) and a.attnum > 0 and not a.attisdropped
        order by a.attnum) as columns
    from app.registry_tables() t where t.rule ? 'restored'),
  types as (
    select c.table_name as name, c.column_name
    from app.registry_columns() c where c.rule->>'names' = 'object_type'),
  held as (
    select k.name, c.key as child, c.value as by,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = to_regclass('app.' || quote_ident(c.key)) and a.attnum > 0 and not a.attisdropped) as columns,
      (select string_agg(format('c.%I', a.attname), ', ' order by p.n)
       from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality p(attnum, n)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = p.attnum
       where i.indisprimary and i.indrelid = to_regclass('app.' || quote_ident(c.key))) as places
    from kinds k cross join jsonb_each_text(k.rule->'with') c),
  parts as (
    select k.*, app.registry_text(k.rule->'only') as only_those,
      (select string_agg(format('r.%I', x), E' || E''\\t'' || ' order by n) from unnest(k.key) with ordinality u(x, n)) as text,
      (select string_agg(format('r.%I', x), ', ' order by n) from unnest(k.key) with ordinality u(x, n)) as place,
      case when cardinality(k.key) = 1 then format('r.%I = %%1$s', k.key[1])
        else format(E'r.%I = split_part(%%1$s, E''\\t'', 1) and r.%I = substr(%%1$s, strpos(%%1$s, E''\\t'') + 1)', k.key[1], k.key[2])
        end as match,
      case when cardinality(k.key) = 1 then 'p_after'
        else E'split_part(p_after, E''\\t'', 1), substr(p_after, strpos(p_after, E''\\t'') + 1)' end as after,
      (select string_agg(format(E',\n        %L, (select y.name from app.object_types y where y.tenant_id = p_tenant and y.id = r.%I)',
          t.column_name, t.column_name), '') from types t where t.name = k.name) as shown_types,
      (select string_agg(format(E',\n        %L, %s', s.key, s.value), '') from jsonb_each_text(k.rule->'shown') s) as shown,
      (select string_agg(format(E',\n        %1$L, (select md5(string_agg((to_jsonb(row(c.*)::app.%1$I) - ''tenant_id'')::text, '' '' order by %3$s))\n'
          '          from app.%1$I c where c.tenant_id = p_tenant and c.%2$I = r.%4$I)', h.child, h.by, h.places, k.key[1]), '')
       from held h where h.name = k.name) as shown_held,
      (select string_agg(format(E',\n        %1$L, coalesce((\n          select json_agg(to_jsonb(row(c.*)::app.%1$I))::jsonb from app.%1$I c\n'
          '          where c.tenant_id = p_tenant and c.%2$I = r.%3$I), ''[]'')', h.child, h.by, k.key[1]), '')
       from held h where h.name = k.name) as record_held,
      (select string_agg(format(E'        v_new.%1$I := coalesce(\n'
          '          (select y.id from app.object_types y where y.tenant_id = p_tenant and y.name = p_shown->>%1$L), v_new.%1$I);\n',
          t.column_name), '') from types t where t.name = k.name) as put_types,
      (select string_agg(format(E'        delete from app.%1$I c where c.tenant_id = p_tenant and c.%2$I = v_new.%3$I;\n'
          '        insert into app.%1$I (%4$s)\n        select c.* from jsonb_array_elements(p_record->%1$L) j\n'
          '        cross join lateral jsonb_populate_record(null::app.%1$I, j || v_own) c;\n', h.child, h.by, k.key[1], h.columns), '')
       from held h where h.name = k.name) as put_held
    from kinds k)
  select
    string_agg(format(E'\n  when %1$L then\n    return array(\n      select %2$s from app.%3$I r\n'
        '      where r.tenant_id = p_tenant and (%4$s) > (%5$s)%6$s\n      order by %4$s limit p_limit);',
      p.kind, p.text, p.name, p.place, p.after, ' and ' || p.only_those), '' order by p.kind),
    string_agg(format(E'\n  when %1$L then\n    return query\n    select (%2$s)::text,\n'
        '      (to_jsonb(row(r.*)::app.%3$I) - %4$L::text[]) || jsonb_build_object(%5$s),\n'
        '      jsonb_build_object(''row'', to_jsonb(row(r.*)::app.%3$I)%6$s)\n'
        '    from unnest(p_ids) k(id) join app.%3$I r on r.tenant_id = p_tenant and %7$s%8$s;',
      p.kind, p.text, p.name, p.today, ltrim(concat(p.shown_types, p.shown, p.shown_held), E',\n '), coalesce(p.record_held, ''),
      format(p.match, 'k.id'), ' and ' || p.only_those), '' order by p.kind),
    string_agg(format(E'\n  when %1$L then\n    declare\n      v_old app.%2$I;\n      v_new app.%2$I;\n    begin\n'
        '      select * into v_old from app.%2$I r where r.tenant_id = p_tenant and %3$s for update;\n'
        '      if p_does = ''delete'' then\n        %4$s\n      else\n'
        '        v_new := jsonb_populate_record(v_old, (p_record->''row'')\n'
        '          - case when v_old.tenant_id is not null then %5$L::text[] else ''{}'' end || v_own);\n%6$s%7$s%8$s%9$s      end if;\n    end;',
      p.kind, p.name, format(p.match, 'p_id'),
      coalesce('perform ' || app.registry_text(p.rule->'remove') || ';', format('delete from app.%I r where r.tenant_id = p_tenant and %s;',
        p.name, format(p.match, 'p_id'))),
      p.today, p.put_types,
      concat(case when 'updated_at' = any (p.columns)
        then E'        if v_old.tenant_id is not null then v_new.updated_at := v_now; end if;\n' end,
        '        perform ' || app.registry_text(p.rule->'check') || E';\n'),
      coalesce('        perform ' || app.registry_text(p.rule->'save') || E';\n', format(
        E'        if v_old.tenant_id is null then\n          insert into app.%1$I (%2$s) values (v_new.*);\n'
        '        else\n          update app.%1$I r set %3$s\n          where r.tenant_id = p_tenant and %4$s;\n        end if;\n',
        p.name, (select string_agg(format('%I', c), ', ' order by n) from unnest(p.columns) with ordinality u(c, n)),
        (select string_agg(format('%1$I = v_new.%1$I', c), ', ' order by n) from unnest(p.columns) with ordinality u(c, n)
         where c <> all (p.key || '{tenant_id}'::text[])), format(p.match, 'p_id'))),
      p.put_held), '' order by p.kind)
  into v_ids, v_rows, v_puts from parts p;

  execute format($sql$
    create or replace function worker.records_ids(p_tenant text, p_kind text, p_after text, p_limit integer)
    returns text[] language plpgsql stable as $body$
begin
  case p_kind%s
  end case;
end $body$ $sql$, v_ids);
  execute format($sql$
    create or replace function worker.records_rows(p_tenant text, p_kind text, p_ids text[])
    returns table (id text, shown jsonb, record jsonb) language plpgsql stable as $body$
begin
  case p_kind%s
  end case;
end $body$ $sql$, v_rows);
  execute format($sql$
    create or replace function app.record_row_put(p_tenant text, p_kind text, p_id text, p_does text, p_shown jsonb, p_record jsonb)
    returns void language plpgsql volatile as $body$
declare
  v_own jsonb := jsonb_build_object('tenant_id', p_tenant);
  v_now timestamptz := clock_timestamp();
begin
  case p_kind%s
  end case;
end $body$ $sql$, v_puts);
end $$;
comment on function worker.records_ids is
  'The ids of the next p_limit records of a kind after p_after, of those that are restored as they are. Generated by sql/90_registry_records.sql';
comment on function worker.records_rows is
  'Records that are restored as they are, by their ids: what is compared of them (shown), and all that they are made of again. '
  'Generated by sql/90_registry_records.sql';
comment on function app.record_row_put is
  'Makes, changes or deletes for a restore a record of a table that has `restored` in the registry; what is counted in it, and its secrets, stay '
  'those of today. Generated by sql/90_registry_records.sql';
