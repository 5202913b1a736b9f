create or replace function app.address_told(
  p_old app.users, p_channel text, p_from text, p_to text, p_since text)
returns void
language plpgsql volatile as $$
declare
  v_type text := p_channel || '_change_undo';
  -- Of an address that was added the other one is told: it is a new way in.
  v_recipient text := coalesce(
    p_from, case p_channel when 'email' then p_old.phone else p_old.email end);
  v_variables jsonb := jsonb_build_object('old_' || p_channel, p_from, 'new_' || p_channel, p_to);
  v_made record;
begin
  if v_recipient is null or p_to is null then return; end if;
  if p_since is not null then
    v_made := app.auth_token_create(p_old.tenant_id, v_type, p_old.id, v_recipient, '7 days',
      jsonb_strip_nulls(jsonb_build_object('channel', p_channel, 'from', p_from, 'since', p_since,
        'verified_at', case p_channel when 'email' then p_old.email_verified_at
          else p_old.phone_verified_at end,
        'is_signup', nullif(p_old.signup_address = p_from, false))));
    v_variables := v_variables || jsonb_build_object('type', v_type, 'token', v_made.token);
  end if;
  perform app.message_send(p_old.tenant_id,
    case when strpos(v_recipient, '@') > 0 then 'email' else 'sms' end, v_recipient,
    p_channel || '_changed', jsonb_strip_nulls(v_variables), p_old.id);
end $$;
comment on function app.address_told is
  'Tells the reader of an address (email or phone) that it was left for another or, where there '
  'was none, that of the other address; with a link that undoes the change for 7 days (p_since)';
