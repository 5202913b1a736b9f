create or replace function app.erase_statement(p_table text, p_rule jsonb, p_after jsonb, p_limit integer)
returns text
language plpgsql stable as $$
declare
  v_oid regclass := format('app.%I', p_table)::regclass;
  v_key text[] := array(
    select a.attname::text from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality k(attnum, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = v_oid and i.indisprimary and a.attname <> 'tenant_id' order by k.n);
  v_of_r text := (select string_agg(format('r.%I', k), ', ') from unnest(v_key) k);
  v_of_x text := (select string_agg(format('x.%I', k), ', ') from unnest(v_key) k);
  v_from text := (select string_agg(quote_literal(p_after->>k), ', ') from unnest(v_key) k);
  -- Of texts in one statement: a megabyte takes up to a second, and may be one row.
  v_bytes constant integer := 1000000;
  v_changed text;
  v_named text;
  v_size text;
begin
  -- r is the row, $2 the pattern of the addresses, $3 the ids, $4 what a row that is to be changed contains.
  select string_agg(replace('% = ' || coalesce(p_rule->'erase_as'->>a.attname, case format_type(a.atttypid, null)
        when 'jsonb' then 'app.erased_json(r.%, $2, $3)'
        else 'app.erased_text(r.%, $2, $3)' end), '%', quote_ident(a.attname)), ', '),
    string_agg(format('r.%I::text ~* $4', a.attname), ' or '),
    string_agg(format('coalesce(octet_length(r.%I::text), 0)', a.attname), ' + ')
  into v_changed, v_named, v_size
  from pg_attribute a
  where a.attrelid = v_oid and a.attnum > 0 and not a.attisdropped and format_type(a.atttypid, null) in ('jsonb', 'text')
    and a.attname <> all (v_key || '{tenant_id}'::text[])
    and (jsonb_typeof(p_rule->'mask') is distinct from 'object' or p_rule->'mask' ? a.attname);
  return format($q$
    with s as materialized (
      select %1$s, %10$s as bytes_here from app.%2$I r where r.tenant_id = $1%3$s order by %1$s limit %4$s),
    x as materialized (
      select %11$s from (
        select s.*, sum(s.bytes_here) over (order by %11$s) - s.bytes_here as bytes_before from s) s
      where s.bytes_before = 0 or s.bytes_before + s.bytes_here <= %12$s),
    done as (
      update app.%2$I r set %5$s from x
      where r.tenant_id = $1 and (%1$s) = (%6$s) and (%7$s) and %9$s
      returning 1)
    select (select count(*) from x), (select count(*) from done), (select to_jsonb(x) from x order by %8$s limit 1)$q$,
    v_of_r, p_table, case when p_after is not null then format(' and (%s) > (%s)', v_of_r, v_from) end,
    p_limit, v_changed, v_of_x, v_named, (select string_agg(format('x.%I desc', k), ', ') from unnest(v_key) k), coalesce(p_rule->>'erase_only', 'true'),
    v_size, replace(v_of_r, 'r.', 's.'), v_bytes);
end $$;
comment on function app.erase_statement is
  'The statement of app.erase_step for the next rows of a table after p_after, up to p_limit and a megabyte of texts, in the columns that have a mask in the registry, or all texts; erase_as has '
  'the new value of a column where that is another one';
