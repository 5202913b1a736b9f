create or replace function app.account_clear(
  p_user app.users, p_reason text, p_since timestamptz default '-infinity')
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_user.tenant_id;
  v_factor app.mfa_factors;
  v_passkey app.passkeys;
  v_done text;
begin
  perform app.sessions_revoke(v_tenant, p_user.id, null, p_reason);
  for v_factor in
    delete from app.mfa_factors f
    where f.tenant_id = v_tenant and f.user_id = p_user.id
      and coalesce(f.verified_at, 'infinity') >= p_since returning *
  loop
    v_done := app.journal_write(v_tenant, 'mfa.removed', 'mfa_factor', v_factor.id,
      json_build_object('id', v_factor.id, 'user_id', p_user.id, 'type', v_factor.type),
      app.mfa_factor_json(v_factor));
  end loop;
  if not app.mfa_is_enrolled(v_tenant, p_user.id) then
    delete from app.recovery_codes r where r.tenant_id = v_tenant and r.user_id = p_user.id;
  end if;
  for v_passkey in
    delete from app.passkeys p
    where p.tenant_id = v_tenant and p.user_id = p_user.id and p.created_at >= p_since returning *
  loop
    v_done := app.journal_write(v_tenant, 'passkey.deleted', 'passkey', v_passkey.id,
      json_build_object('id', v_passkey.id, 'user_id', p_user.id),
      app.passkey_json(v_passkey));
  end loop;
  delete from app.identities i
  where i.tenant_id = v_tenant and i.user_id = p_user.id and i.created_at >= p_since;
  delete from app.auth_challenges c where c.tenant_id = v_tenant and c.user_id = p_user.id;
  delete from app.auth_tokens t
  where t.tenant_id = v_tenant and t.user_id = p_user.id
    and (t.type not like '%\_undo' or t.created_at >= p_since);
  v_done := app.counter_clear(v_tenant, 'mfa:' || p_user.id);
end $$;
comment on function app.account_clear is
  'Takes the ways in from a locked user, but for password and addresses: sessions, steps and '
  'messages under way, and what was set up since p_since: second factors, passkeys, identities';
