create or replace function app.user_change(p_user app.users, args jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_user app.users := app.user_ban(p_user, args);
  v_phone text := case when args->>'phone' = p_user.phone then p_user.phone
    else app.phone_required(p_user.tenant_id, args->>'phone') end;
begin
  if args ? 'email' and lower(args->>'email') is distinct from v_user.email then
    v_user.email := lower(args->>'email');
    v_user.email_verified_at := null;
    v_user.pending_email := null;
  end if;
  if args ? 'phone' and v_phone is distinct from v_user.phone then
    v_user.phone := v_phone;
    v_user.phone_verified_at := null;
    v_user.pending_phone := null;
  end if;
  if args ? 'email_verified' then
    v_user.email_verified_at := case when args @> '{"email_verified":true}'
      then coalesce(v_user.email_verified_at, clock_timestamp()) end;
    if v_user.email is null and v_user.email_verified_at is not null then
      perform app.invalid('email_verified', 'no_email', 'cannot be true, because the user has no '
        'email');
    end if;
  end if;
  if args->>'role' <> v_user.role then
    perform app.role_grant_check(v_user.tenant_id, args->>'role');
    v_user.role := args->>'role';
  end if;
  if args ? 'user_metadata' then
    v_user.user_metadata := (
      select coalesce(json_object_agg(m.key, m.value)::jsonb, '{}')
      from jsonb_each(v_user.user_metadata || (args->'user_metadata')) m
      where m.value <> 'null');
  end if;
  if v_user.email is null and v_user.phone is null and not v_user.is_anonymous then
    perform app.invalid('email', 'required', 'is required when there is no phone: the user needs '
      'one of them to sign in');
  end if;
  return v_user;
end $$;
comment on function app.user_change is
  'Returns a user as an administrator changes one; user_metadata is merged at its top level, null '
  'removes. 400, or 403 for a role that the caller may not give';
