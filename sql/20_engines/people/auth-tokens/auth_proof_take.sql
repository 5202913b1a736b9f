create or replace function app.auth_proof_take(p_tenant text, p_types text[], args jsonb)
returns app.auth_tokens
language plpgsql volatile as $$
declare
  v_recipient text := coalesce(lower(args->>'email'),
    app.phone_known(p_tenant, args->>'phone'));
begin
  if args ? 'token_hash' then
    return app.auth_token_take(p_tenant, p_types, args->>'token_hash');
  elsif args->>'token' !~ '^\d{6}$' then
    return app.auth_token_take(p_tenant, p_types, args->>'token');
  end if;
  if v_recipient is null then
    perform app.invalid('email', 'required', 'is required with a 6-digit code unless phone is '
      'given');
  end if;
  return app.auth_otp_take(p_tenant, p_types, v_recipient, args->>'token');
end $$;
comment on function app.auth_proof_take is
  'Uses up what was sent, as a caller shows it: token_hash, token, or as token the 6-digit code '
  'with the email or phone it was sent to; null when it is wrong, used or expired';
