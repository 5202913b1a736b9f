create or replace function app.address_changed(p_proof app.auth_tokens)
returns app.users
language plpgsql volatile as $$
declare
  v_tenant text := p_proof.tenant_id;
  -- An administrator's link goes to the new address, and reveals no more.
  v_to text := coalesce(p_proof.data->>'to', p_proof.recipient);
  v_is_mail boolean := p_proof.type = 'email_change';
  v_old app.users;
  v_new app.users;
  v_done text;
begin
  if p_proof.user_id is null then return null; end if;
  v_old := app.user_lock(v_tenant, p_proof.user_id);
  v_new := v_old;
  if v_to is distinct from (
    case when v_is_mail then v_old.pending_email else v_old.pending_phone end) then
    return null;
  end if;
  if p_proof.data ? 'both' then
    update app.auth_tokens t set data = t.data - 'both'
    where t.tenant_id = v_tenant and t.user_id = v_old.id and t.type = p_proof.type
      and t.data->>'to' = v_to;
    if found then return v_old; end if;
    return null;
  end if;
  if v_is_mail then
    v_new.email := v_to;
    v_new.email_verified_at := clock_timestamp();
    v_new.pending_email := null;
  else
    v_new.phone := v_to;
    v_new.phone_verified_at := clock_timestamp();
    v_new.pending_phone := null;
  end if;
  v_new := app.user_save(v_old, v_new,
    case when v_is_mail then 'user.email_verified' else 'user.phone_verified' end);
  v_done := app.address_left(v_old, v_new, p_proof.data->>'since');
  return v_new;
end $$;
comment on function app.address_changed is
  'Does the change of email or phone that a proof confirms. The user still has it pending when '
  'the other address has to confirm too; null when it is not wanted any more';
