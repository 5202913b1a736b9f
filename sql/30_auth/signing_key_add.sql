create or replace function auth.signing_key_add(
  p_kid text, p_public_jwk jsonb, p_private_key text, p_replaces text)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_now timestamptz;
begin
  -- Of several processes that start together one is first, and the others take its key.
  lock table app.signing_keys in share row exclusive mode;
  if p_replaces is not distinct from (
    select k.kid from app.signing_keys k where k.retired_at is null
    order by k.created_at desc, k.kid limit 1) then
    v_now := clock_timestamp();
    -- A day: no access token lives longer.
    update app.signing_keys set retired_at = v_now + interval '1 day'
    where retired_at is null;
    insert into app.signing_keys (kid, public_jwk, private_key, created_at)
    values (p_kid, p_public_jwk, p_private_key, v_now);
    delete from app.signing_keys k where k.retired_at < v_now;
  end if;
  return auth.signing_keys();
end $$;
comment on function auth.signing_key_add is
  'Makes a key the one that signs, in place of p_replaces (null: of none), unless another process '
  'was first; answers all keys';
