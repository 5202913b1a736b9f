create or replace function api.auth_anonymous_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_own_lock(tenant);
  v_channel text := case when args ? 'email' then 'email' else 'phone' end;
  v_phone text := app.phone_known(tenant, args->>'phone');
  v_existing app.users := app.user_by_address(tenant, args->>'email', v_phone);
  v_proof app.auth_tokens;
  v_refusal json;
  v_done text;
begin
  perform app.anonymous_check(v_user);
  if v_phone is not null then args := args || jsonb_build_object('phone', v_phone); end if;
  if args ? 'provider' then return app.anonymous_identity(v_user, args); end if;
  if v_existing.id is null or args->>'on_conflict' = 'error' then
    return app.anonymous_name(v_user, args);
  end if;
  if args ? 'otp' then
    v_proof := app.auth_otp_take(tenant,
      case v_channel when 'email' then '{email,magiclink}' else '{sms}' end::text[],
      lower(args->>v_channel), args->>'otp');
    if v_proof.user_id is distinct from v_existing.id then return app.auth_refuse(); end if;
    return app.anonymous_join(
      v_user, app.auth_proven(v_proof), args->>'on_conflict', '{otp}');
  elsif args->'made'->>'user_id' is distinct from v_existing.id
    or args->'made'->>'compared_hash' is distinct from v_existing.password_hash then
    -- Without a password, or the account or its password has only just come into being.
    perform app.taken(v_channel, lower(args->>v_channel), 'user');
  end if;
  v_done := app.signin_succeeded(tenant, lower(args->>v_channel));
  v_refusal := app.unverified_refusal(v_existing, v_channel);
  if v_refusal is not null then return v_refusal; end if;
  return app.anonymous_join(v_user, v_existing, args->>'on_conflict', '{password}');
end $$;
comment on function api.auth_anonymous_link is
  'Turns an anonymous user into a real account, or joins them with an existing one';
