create or replace function app.files_find(
  p_tenant text, p_filter jsonb, p_sort text, p_is_descending boolean, p_after jsonb,
  p_limit integer, p_most bigint, out files app.files[], out total bigint)
language plpgsql stable as $$
declare
  v_conditions text := app.files_conditions(p_filter);
  v_page text := v_conditions;
  v_ids text[] := case when p_filter ? 'ids'
    then array(select jsonb_array_elements_text(p_filter->'ids')) end;
begin
  if p_after is not null then
    v_page := format('%s and (f.%I, f.id) %s (($4->>0)::%s, $4->>1)', v_page, p_sort,
      case when p_is_descending then '<' else '>' end, case
        when p_sort = 'size_bytes' then 'bigint' when p_sort like '%_at' then 'timestamptz'
        else 'text' end);
  end if;
  -- Planned for these very values: each filter has an index of its own.
  execute format($sql$
    select array(
      select f from app.files f where f.tenant_id = $1 and %s
      order by f.%I %s, f.id %3$s limit $5)
    $sql$, v_page, p_sort, case when p_is_descending then 'desc' else 'asc' end)
  into files using p_tenant, p_filter, v_ids, p_after, p_limit;
  if p_most is null then return; end if;
  total := cardinality(files);
  if total = p_limit or p_after is not null then
    execute format($sql$
      select count(*) from (
        select from app.files f where f.tenant_id = $1 and %s limit $4) c
      $sql$, v_conditions) into total using p_tenant, p_filter, v_ids, p_most;
  end if;
end $$;
comment on function app.files_find is
  'Files that meet a filter (of app.files_filter), in the order of a column and, where that is the '
  'same, of their ids, after where the page before ended; and how many there are, p_most at most';
