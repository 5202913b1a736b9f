create or replace function app.verification_send(
  p_user app.users, p_type text, p_channel text, args jsonb)
returns void
language plpgsql volatile as $$
declare
  v_is_mail boolean := p_channel = 'email';
  v_to text := case p_type when 'email_change' then p_user.pending_email
    when 'phone_change' then p_user.pending_phone end;
begin
  perform app.auth_send(p_user.tenant_id,
    case when not v_is_mail and v_to is null then 'sms' else p_type end,
    coalesce(v_to, case when v_is_mail then p_user.email else p_user.phone end),
    p_user.id,
    -- Of several sign-ups with one address, the one whose message is followed counts: no other, and
    -- none for an account that is in use or that an administrator has made.
    jsonb_strip_nulls(jsonb_build_object('to', v_to, 'redirect_to', args->'redirect_to',
      'code_challenge', args->'code_challenge')) || case
        when v_to is null and p_user.last_sign_in_at is null and p_user.signup_address is not null
          and args->'made' ? 'password_hash'
        then jsonb_build_object('password_hash', args->'made'->'password_hash',
          'user_metadata', coalesce(args->'user_metadata', args->'data', '{}'))
        else '{}' end,
    v_to is not null or (
      case when v_is_mail then p_user.email_verified_at else p_user.phone_verified_at end) is null);
end $$;
comment on function app.verification_send is
  'Sends a user the link and the code that prove who reads the address (channel email or phone; '
  'with the type email_change or phone_change the pending one), unless that is known already';
