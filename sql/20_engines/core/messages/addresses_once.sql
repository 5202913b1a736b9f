create or replace function app.addresses_once(p_addresses text[])
returns text[]
language sql immutable as $$
  select array(
    select (array_agg(a.address order by a.n))[1]
    from unnest(p_addresses) with ordinality a(address, n)
    group by lower(a.address) order by min(a.n))
$$;
comment on function app.addresses_once is
  'Addresses without those that come again, whatever the case of their letters: a mail goes to each once';
