create or replace function app.challenge_find(p_tenant text, p_kind text, p_secret text)
returns app.auth_challenges
language plpgsql volatile as $$
declare
  v_challenge app.auth_challenges;
  v_hash bytea := sha256(convert_to(p_secret, 'UTF8'));
begin
  select * into v_challenge from app.auth_challenges c
  where c.tenant_id = p_tenant and c.kind = p_kind and c.secret_hash = v_hash
    and c.expires_at > clock_timestamp()
  for update;
  return v_challenge;
end $$;
comment on function app.challenge_find is
  'Returns the data that app.challenge_create keeps under a secret, locked; null when it has '
  'expired or was used. Whoever uses it up deletes it (app.challenge_take)';
