create or replace function gateway.call_platform_tenant(
  tenant text, credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
begin
  perform set_config('app.principal', auth.platform_principal(credential)::text, true),
    set_config('app.tenant_id', tenant, true), set_config('role', 'insula_platform', true);
  if credential ? 'change' then
    return app.run_change(null, credential->'change', operation, args);
  end if;
  return gateway.dispatch_platform(operation, args);
end $$;
comment on function gateway.call_platform_tenant is
  'The way of every other request to /admin and /owner, and of a sign-up: as gateway.call_platform, in the tenant that it is '
  'about, or makes; what is about no tenant is changed, kept for its Idempotency-Key and journaled under the word platform';
