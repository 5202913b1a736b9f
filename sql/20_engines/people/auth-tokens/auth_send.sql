create or replace function app.auth_send(
  p_tenant text, p_type text, p_recipient text, p_user_id text, p_data jsonb,
  p_is_wanted boolean default true, out message_id text, out expires_in integer, out wait integer)
language plpgsql volatile as $$
declare
  v_channel text := case when strpos(p_recipient, '@') > 0 then 'email' else 'phone' end;
  v_token record;
begin
  message_id := app.new_id('msg');
  expires_in := app.auth_config(p_tenant)->v_channel->>'otp_expiry';
  wait := app.message_wait(p_tenant, p_recipient);
  if wait is not null then return; end if;
  -- An unwanted message costs the same, and leads nowhere: its token is never revealed.
  v_token := app.auth_token_create(p_tenant, p_type, case when p_is_wanted then p_user_id end,
    p_recipient, make_interval(secs => expires_in),
    case when p_is_wanted then p_data else '{}' end);
  if p_is_wanted then
    message_id := app.message_send(p_tenant,
      case v_channel when 'phone' then 'sms' else 'email' end, p_recipient, p_type,
      jsonb_strip_nulls(jsonb_build_object('type', p_type, 'token', v_token.token,
        'otp', v_token.otp, 'expires_in', expires_in, 'redirect_to', p_data->'redirect_to',
        'new_address', p_data->'to')), p_user_id);
  else
    perform app.message_take(p_tenant, p_type, array[p_recipient]);
  end if;
end $$;
comment on function app.auth_send is
  'Sends a link and a code that prove who reads p_recipient (an email, else a phone number), '
  'unless it was sent enough: wait then says for how many seconds. For what is not wanted, such as '
  'a sign-in of no one, it does and answers the same, but for the message';
