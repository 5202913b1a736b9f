create or replace function api.auth_anonymous_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_existing app.users := app.user_by_address(tenant, args->>'email', args->>'phone');
  v_joins boolean := v_existing.id is not null and args->>'on_conflict' <> 'error';
  v_address text := coalesce(args->>'email', args->>'phone');
  v_types text[] := case when args ? 'email' then '{email_change}' else '{phone_change}' end;
  v_is_proven boolean := false;
  v_refusal json;
begin
  perform app.anonymous_check(v_user);
  if args ? 'otp' then
    v_is_proven := case when v_joins then app.user_otp_take(v_existing,
        case when args ? 'email' then '{email,magiclink}' else '{sms}' end::text[],
        v_address, args->>'otp')
      else app.user_otp_take(v_user, v_types, v_address, args->>'otp') end;
    if not v_is_proven then return app.otp_expired(); end if;
  elsif v_joins and args->'made'->>'user_id' is distinct from v_existing.id then
    perform app.taken(case when args ? 'email' then 'email' else 'phone' end, v_address, 'user');
  end if;
  if v_joins then
    if not args ? 'otp' then
      perform app.signin_succeeded(tenant, lower(v_address));
      v_refusal := case when args ? 'email' then app.unverified_refusal(v_existing, 'email') end;
      if v_refusal is not null then return v_refusal; end if;
    end if;
    return app.anonymous_join(v_user, v_existing, args->>'on_conflict',
      array[case when args ? 'otp' then 'otp' else 'password' end]);
  end if;
  return app.session_own(app.anonymous_name(v_user, v_existing.id is not null, v_is_proven, args));
end $$;
comment on function api.auth_anonymous_link is
  'Make an anonymous user a real account, or go on as one that is there';
