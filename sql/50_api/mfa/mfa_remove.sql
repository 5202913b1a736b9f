create or replace function api.mfa_remove(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user app.users := app.user_lock(tenant, v_principal->>'user_id');
  v_factor app.mfa_factors := app.mfa_factor_find(tenant, v_user.id, args->>'factor_id');
begin
  -- The handler has compared the code (api.mfa_attempt); args.step is its time step.
  if args ? 'step' then
    if not app.mfa_code_take(tenant, v_factor, (args->>'step')::bigint) then
      return app.mfa_code_used();
    end if;
  elsif v_factor.verified_at is not null and v_principal->>'aal' is distinct from 'aal2' then
    perform app.fail(403, 'INSUFFICIENT_AAL',
      'Removing a second factor needs proof of one. Send a code of this factor, or verify one at '
      '/v1/auth/mfa/verify first.');
  end if;
  return app.mfa_remove(tenant, v_user.id, v_factor.id);
end $$;
comment on function api.mfa_remove is
  'Removes a second factor after a compared code, or for a session at aal2';
