create or replace function api.auth_reauthenticate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_find(tenant, app.principal()->>'user_id');
  v_recipient text := coalesce(v_user.email, v_user.phone);
  v_refusal json;
  v_sent record;
begin
  if v_recipient is null then
    perform app.fail(409, 'INVALID_STATE',
      'This user has no address. Link one at /v1/auth/anonymous/link.');
  end if;
  v_refusal := app.messages_spend(tenant);
  if v_refusal is not null then return v_refusal; end if;
  v_sent := app.auth_send(tenant, 'reauthentication', v_recipient, v_user.id, '{}');
  if v_sent.wait is not null then
    return app.too_many('RATE_LIMITED', 'A message was sent to this address only moments '
      'ago.', v_sent.wait);
  end if;
  return json_build_object('message_id', v_sent.message_id, 'expires_in', v_sent.expires_in);
end $$;
comment on function api.auth_reauthenticate is
  'Queues the message with a nonce for changes that need a recent sign-in';
