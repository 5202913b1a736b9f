create or replace function api.auth_resend(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type text := args->>'type';
  v_phone text := app.phone_known(tenant, args->>'phone');
  v_recipient text := coalesce(lower(args->>'email'), v_phone);
  v_refusal json := app.messages_spend(tenant);
  v_user app.users;
  v_sent app.auth_tokens;
  v_message record;
begin
  if v_refusal is not null then return v_refusal; end if;
  v_user := app.user_by_address(tenant, args->>'email', v_phone);
  if v_type in ('email_change', 'phone_change') and v_user.id is not null then
    -- The new address is meant, where the old one has nothing to confirm.
    v_recipient := case when exists (
      select 1 from app.auth_tokens t where t.tenant_id = tenant and t.recipient = v_recipient
        and t.type = v_type) then v_recipient
      else coalesce(case v_type when 'email_change' then v_user.pending_email
        else v_user.pending_phone end, v_recipient) end;
  end if;
  select * into v_sent from app.auth_tokens t
  where t.tenant_id = tenant and t.recipient = v_recipient and t.type = v_type
  order by t.user_id = v_user.id desc nulls last, t.created_at desc limit 1;
  v_message := app.auth_send(tenant, v_type, v_recipient, coalesce(v_sent.user_id, v_user.id),
    coalesce(v_sent.data, '{}'), case v_type
      when 'signup' then v_user.id is not null and v_user.email_verified_at is null
      when 'sms' then v_sent.user_id is not null or v_sent.data ? 'create'
        or (v_user.id is not null and v_user.phone_verified_at is null)
      else v_sent.user_id is not null end);
  return json_build_object('message_id', v_message.message_id,
    'expires_in', v_message.expires_in);
end $$;
comment on function api.auth_resend is 'Sends a pending confirmation again';
