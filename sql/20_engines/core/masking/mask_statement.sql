create or replace function app.mask_statement(
  p_table text, p_mask jsonb, p_key text[], p_goes_on boolean, p_limit integer)
returns text
language plpgsql stable as $$
declare
  v_key text := (select string_agg(format('r.%I', k), ', ') from unnest(p_key) k);
  v_next text := (select string_agg(format('x.%I', k), ', ') from unnest(p_key) k);
  v_after text := (select string_agg(format('a.%I', k), ', ') from unnest(p_key) k);
  v_id text := case when 'object_id' = any (p_key) then 'object_id' else 'id' end;
begin
  -- No statistics know the rows of a staging yet: joined by key, each of them may be compared with all of the 5,000. Their places
  -- are found one by one. Nothing else writes them meanwhile.
  return format($q$
    with x as materialized (
      select %1$s, r.ctid as place, row_number() over (order by %1$s) + $3 as n from app.%2$I r%3$s
      where r.tenant_id = $1%4$s order by %1$s limit %5$s),
    done as (
      update app.%2$I r set %6$s from x where r.ctid = x.place and r.tenant_id = $1 and (%1$s) = (%7$s))
    select (select count(*) from x), (select to_jsonb(x) - '{n,place}'::text[] from x order by %7$s desc limit 1)$q$,
    v_key, p_table,
    case when p_goes_on then format(' cross join jsonb_populate_record(null::app.%I, $2) a', p_table) end,
    case when p_goes_on then format(' and (%s) > (%s)', v_key, v_after) end,
    p_limit,
    (select string_agg(format('%I = (%s)::%s', m.key, app.mask_expression(m.value, m.key, v_id),
          format_type(a.atttypid, a.atttypmod)), ', ')
      from jsonb_each_text(p_mask) m
      join pg_attribute a on a.attrelid = format('app.%I', p_table)::regclass and a.attname = m.key),
    v_next);
end $$;
comment on function app.mask_statement is
  'The statement of worker.staging_mask for the next rows of a table after $2: tenant $1, numbers after $3, kinds of properties $4';
