create or replace function gateway.tenant_id_claim(tenant text, caller text, key text, id text)
returns text
language plpgsql as $$
begin
  perform set_config('app.tenant_id', tenant, true), set_config('role', 'insula_platform', true);
  return app.tenant_id_claim(tenant, caller, key, id);
end $$;
comment on function gateway.tenant_id_claim is
  'The id of the tenant that a request with an Idempotency-Key makes: see app.tenant_id_claim';
