create or replace function gateway.limits(tenant text, handle text, hash text)
returns json
language sql stable as $$
  select auth.limits(tenant, handle, hash)
$$;
comment on function gateway.limits is
  'The request rates that the API process holds a key and its tenant to';
