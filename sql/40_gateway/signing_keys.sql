create or replace function gateway.signing_keys()
returns json
language sql stable as $$
  select auth.signing_keys()
$$;
comment on function gateway.signing_keys is
  'The keys of access tokens, private parts encrypted, the one that signs first';
