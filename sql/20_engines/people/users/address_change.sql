create or replace function app.address_change(
  p_user app.users, p_channel text, p_to text, args jsonb, out refusal json, out changed app.users)
language plpgsql volatile as $$
declare
  v_tenant text := p_user.tenant_id;
  v_config jsonb := app.auth_config(v_tenant)->p_channel;
  v_is_mail boolean := p_channel = 'email';
  v_to text := lower(p_to);
  v_from text := case when v_is_mail then p_user.email else p_user.phone end;
  v_has_both boolean := v_config @> '{"double_confirm_changes": true}' and v_from is not null;
  v_waits boolean := v_to is distinct from v_from;
begin
  changed := p_user;
  if v_to is null then return; end if;
  if v_waits then
    -- If a sign-up reveals that an address is taken, so does a change.
    if not v_config @> '{"confirm": true}' and (app.user_by_address(v_tenant,
      case when v_is_mail then v_to end, case when not v_is_mail then v_to end)).id is not null then
      perform app.taken(p_channel, v_to, 'user');
    end if;
    refusal := app.messages_spend(v_tenant);
    if refusal is null then
      refusal := app.address_change_send(p_user, v_to, v_to, v_has_both, args);
    end if;
    if refusal is null and v_has_both then
      refusal := app.address_change_send(p_user, v_from, v_to, true, args);
    end if;
    if refusal is not null then return; end if;
  end if;
  if v_is_mail then
    changed.pending_email := case when v_waits then v_to end;
  else
    changed.pending_phone := case when v_waits then v_to end;
  end if;
end $$;
comment on function app.address_change is
  'The next state of a user who wants another email or phone: it is pending until the new address '
  '(with double_confirm_changes the old one too) has confirmed it. 409 when it is taken and the '
  'tenant asks for no confirmation of sign-ups; a refusal when the addresses were sent enough';
