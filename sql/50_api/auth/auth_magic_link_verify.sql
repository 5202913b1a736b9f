create or replace function api.auth_magic_link_verify(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.auth_verify(tenant, '{magiclink,email}', args)
$$;
comment on function api.auth_magic_link_verify is 'Sign in with the token of a magic link';
