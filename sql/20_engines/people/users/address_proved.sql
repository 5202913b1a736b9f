create or replace function app.address_proved(
  p_user app.users, p_is_mail boolean, p_data jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_is_signup boolean := coalesce(
    p_user.signup_address = case when p_is_mail then p_user.email else p_user.phone end, false);
  v_other timestamptz :=
    case when p_is_mail then p_user.phone_verified_at else p_user.email_verified_at end;
  v_new app.users := p_user;
begin
  v_new.is_invited := false;
  v_new.signup_address := null;
  if p_is_mail then v_new.email_verified_at := v_now; else v_new.phone_verified_at := v_now; end if;
  -- Else an administrator gave the address to an account whose owner the other one has shown.
  if v_is_signup or v_other is null then
    perform app.account_clear(p_user, 'address_proved');
    v_new.password_hash := p_data->>'password_hash';
    v_new.user_metadata := coalesce(p_data->'user_metadata', p_user.user_metadata);
    v_new.pending_email := null;
    v_new.pending_phone := null;
  end if;
  if v_is_signup and p_is_mail then
    v_new.phone := null;
    v_new.phone_verified_at := null;
  elsif v_is_signup then
    v_new.email := null;
    v_new.email_verified_at := null;
  end if;
  return app.user_save(p_user, v_new,
    case when p_is_mail then 'user.email_verified' else 'user.phone_verified' end);
end $$;
comment on function app.address_proved is
  'Handles the first proof of an address that a locked user has had unproved: the account may '
  'have been set up by a stranger, so all ways in are dropped. p_data is that of the message that '
  'proved it: the password and metadata of the very sign-up that sent it stay';
