create or replace function app.identity_add(
  p_user app.users, p_source jsonb, p_account jsonb, p_is_agreed boolean)
returns app.identities
language plpgsql volatile as $$
declare
  v_id text := app.new_id('idn');
  v_now timestamptz := clock_timestamp();
  v_identity app.identities;
begin
  insert into app.identities (tenant_id, id, user_id, provider, issuer, subject, email,
    identity_data, consent, last_sign_in_at)
  values (p_user.tenant_id, v_id, p_user.id, p_source->>'provider', p_source->>'issuer',
    p_account->>'subject', lower(p_account->>'email'), p_account->'data',
    case when p_is_agreed then p_source->>'fingerprint' end, v_now)
  on conflict do nothing
  returning * into v_identity;
  if not found then
    -- Another caller was first, a moment ago: db/call.ts repeats the call.
    raise exception using errcode = '40001', message = 'the identity has just been linked';
  end if;
  return v_identity;
end $$;
comment on function app.identity_add is
  'An account elsewhere that a user signs in with from now on, and whether the user has agreed to '
  'the settings of its provider. The journal is the caller''s';
