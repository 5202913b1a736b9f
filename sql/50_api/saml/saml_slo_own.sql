create or replace function api.saml_slo_own(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user_id text := v_principal->>'user_id';
  v_session_id text := v_principal->>'session_id';
  v_answer json;
  v_done text;
begin
  select json_build_object('id', p.id, 'entity_id', p.entity_id, 'slo_url', p.slo_url,
    'certificates', p.certificates, 'subject', i.subject) into v_answer
  from app.identities i join app.saml_providers p
    on p.tenant_id = i.tenant_id and 'saml:' || p.id = i.provider
  where i.tenant_id = tenant and p.tenant_id = tenant and i.user_id = v_user_id
    and coalesce(i.issuer = p.entity_id, true) and p.slo_url is not null and exists (
      select 1 from app.sessions s where s.tenant_id = tenant and s.id = v_session_id
        and s.amr @> '[{"method": "saml"}]')
  order by i.last_sign_in_at desc limit 1;
  perform app.sessions_revoke(tenant, v_user_id, array[v_session_id], 'signed_out');
  v_done := app.journal_write(tenant, 'user.signed_out', 'user', v_user_id,
    json_build_object('id', v_user_id, 'session_id', v_session_id, 'scope', 'local'));
  return json_build_object('provider', v_answer, 'site_url', app.redirect_check(tenant, null));
end $$;
comment on function api.saml_slo_own is
  'Sign a user out here; the identity provider that signed him in is answered, to go on there';
