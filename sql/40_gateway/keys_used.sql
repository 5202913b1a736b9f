create or replace function gateway.keys_used(uses jsonb)
returns void
language sql as $$
  select auth.keys_used(uses)
$$;
comment on function gateway.keys_used is
  'Records when keys and sessions were last used; called about once a minute';
