create or replace function app.mfa_remove(p_tenant text, p_user_id text, p_factor_id text)
returns json
language plpgsql volatile as $$
declare
  v_factor app.mfa_factors;
  v_own text := app.principal()->>'session_id';
  v_done text;
begin
  perform app.user_lock(p_tenant, p_user_id);
  v_factor := app.mfa_factor_find(p_tenant, p_user_id, p_factor_id);
  delete from app.mfa_factors f where f.tenant_id = p_tenant and f.id = p_factor_id;
  if v_factor.verified_at is not null then
    if not app.mfa_is_enrolled(p_tenant, p_user_id) then
      delete from app.recovery_codes r where r.tenant_id = p_tenant and r.user_id = p_user_id;
    end if;
    update app.sessions s set aal = 1
    where s.tenant_id = p_tenant and s.user_id = p_user_id and s.aal = 2
      and s.revoked_at is null and s.id is distinct from v_own;
    v_done := app.journal_write(p_tenant, 'mfa.removed', 'mfa_factor', p_factor_id,
      json_build_object('id', p_factor_id, 'user_id', p_user_id, 'type', v_factor.type),
      app.mfa_factor_json(v_factor));
  end if;
  return json_build_object('id', p_factor_id, 'deleted', true);
end $$;
comment on function app.mfa_remove is
  'Takes a second factor from a user, or 404. Sessions but the caller''s own fall to aal1, and '
  'with the last factor the recovery codes go. One that was never verified goes without a trace';
