create or replace function gateway.signing_key_add(
  kid text, public_jwk jsonb, private_key text, replaces text)
returns json
language sql volatile as $$
  select auth.signing_key_add(kid, public_jwk, private_key, replaces)
$$;
comment on function gateway.signing_key_add is
  'Makes a key the one that signs, unless another process was first; answers all keys';
