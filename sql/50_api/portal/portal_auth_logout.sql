create or replace function api.portal_auth_logout(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_caller jsonb := app.portal_caller();
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  update app.portal_sessions s set revoked_at = v_now
  where s.tenant_id = tenant and s.id = v_caller->>'session_id';
  v_done := app.journal_write(tenant, 'portal.signed_out', 'portal', v_caller->>'contact_id',
    json_build_object('object_type_id', v_caller->'object_type_id',
      'object_id', v_caller->'contact_id', 'email', v_caller->'email'));
  return json_build_object('revoked', true);
end $$;
comment on function api.portal_auth_logout is 'Sign out of the portal';
