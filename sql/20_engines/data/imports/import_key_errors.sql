create or replace function app.import_key_errors(
  p_names text[], p_keys jsonb[], p_numbers integer[])
returns table (n bigint, error jsonb)
language sql immutable as $$
  select k.n, jsonb_build_object('row', k.number, 'property', array_to_string(p_names, ', '),
    'code', case when k.key is null then 'required' else 'duplicate' end,
    'message', case when k.key is null then 'needs a value, because match_on names it'
      else format('has the same value as row %s, and match_on names it', k.first) end)
  from (
    select u.n, u.key, u.number, min(u.number) over (partition by u.key) as first,
      row_number() over (partition by u.key order by u.n) as occurrence
    from unnest(p_keys, p_numbers) with ordinality u(key, number, n)) k
  where k.key is null or k.occurrence > 1
  order by k.n
$$;
comment on function app.import_key_errors is
  'Returns the rows of an import that match_on cannot use: without a value, or with one of an '
  'earlier row';
