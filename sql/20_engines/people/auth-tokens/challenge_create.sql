create or replace function app.challenge_create(
  p_tenant text, p_kind text, p_user_id text, p_data jsonb, p_lifetime interval)
returns text
language plpgsql volatile as $$
declare v_secret text := substr(p_tenant, 5) || '.' || auth.random_base62(43);
begin
  insert into app.auth_challenges
    (tenant_id, id, secret_hash, kind, user_id, data, expires_at)
  values (p_tenant, app.new_id('chl'), sha256(convert_to(v_secret, 'UTF8')), p_kind, p_user_id,
    p_data, clock_timestamp() + p_lifetime);
  return v_secret;
end $$;
comment on function app.challenge_create is
  'Remembers one step of a sign-in for some minutes; the caller holds the secret that is answered, '
  'the database its hash. Like every such secret it begins with its tenant';
