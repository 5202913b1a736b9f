create or replace function app.challenge_take(p_tenant text, p_kind text, p_secret text)
returns app.auth_challenges
language plpgsql volatile as $$
declare
  v_challenge app.auth_challenges;
  v_hash bytea := sha256(convert_to(p_secret, 'UTF8'));
begin
  delete from app.auth_challenges c
  where c.tenant_id = p_tenant and c.kind = p_kind and c.secret_hash = v_hash
  returning * into v_challenge;
  if v_challenge.expires_at <= clock_timestamp() then return null; end if;
  return v_challenge;
end $$;
comment on function app.challenge_take is
  'Takes the data that app.challenge_create keeps under a secret, once: it is gone afterwards. '
  'Null if it is unknown or has expired. Goes with the transaction: refuse, do not fail, to keep '
  'it used';
