create or replace function api.mfa_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_user_id text := v_principal->>'user_id';
begin
  return json_build_object('factors', app.mfa_factors_json(tenant, v_user_id),
    'aal', json_build_object('current', v_principal->'aal',
      'next', case when app.mfa_is_enrolled(tenant, v_user_id) then 'aal2'
        else v_principal->>'aal' end),
    'recovery_codes_remaining', (
      select count(*) from app.recovery_codes r
      where r.tenant_id = tenant and r.user_id = v_user_id and r.used_at is null));
end $$;
comment on function api.mfa_get is 'Get your second factors and this session’s assurance level';
