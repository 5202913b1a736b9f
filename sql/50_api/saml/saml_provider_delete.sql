create or replace function api.saml_provider_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.saml_providers := app.saml_provider_lock(tenant, args->>'provider_id');
  v_name text := 'saml:' || v_old.id;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.identities i where i.tenant_id = tenant and i.provider = v_name;
  delete from app.saml_providers p where p.tenant_id = tenant and p.id = v_old.id;
  v_done := app.journal_write(tenant, 'saml_provider.deleted', 'saml_provider', v_old.id, null,
    app.saml_provider_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.saml_provider_delete is 'Remove an identity provider';
