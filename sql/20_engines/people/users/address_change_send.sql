create or replace function app.address_change_send(
  p_user app.users, p_recipient text, p_to text, p_has_both boolean, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_is_mail boolean := strpos(p_to, '@') > 0;
  v_sent record := app.auth_send(p_user.tenant_id,
    case when v_is_mail then 'email_change' else 'phone_change' end, p_recipient, p_user.id,
    jsonb_strip_nulls(jsonb_build_object('to', p_to, 'both', nullif(p_has_both, false),
      'since', (
        select s.created_at from app.sessions s where s.tenant_id = p_user.tenant_id
          and s.id = app.principal()->>'session_id'),
      'redirect_to', args->'redirect_to', 'code_challenge', args->'code_challenge')),
    -- A caller must not learn whether an address is taken.
    (app.user_by_address(p_user.tenant_id, case when v_is_mail then p_to end,
      case when not v_is_mail then p_to end)).id is null);
begin
  if v_sent.wait is null then return null; end if;
  return app.too_many('RATE_LIMITED', 'A message was sent to this address only moments '
    'ago.', v_sent.wait);
end $$;
comment on function app.address_change_send is
  'Asks one of the two addresses of a change to confirm it, unless the new one is taken; a '
  'refusal when too many messages were sent. The message records when the session that asked '
  'began: how far back the change can be undone';
