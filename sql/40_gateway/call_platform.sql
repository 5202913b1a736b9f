create or replace function gateway.call_platform(credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
begin
  perform set_config('app.principal', (case when credential ? 'public'
        then '{"type": "public", "id": "public", "scopes": []}'::jsonb
        else '{"type": "platform", "id": "platform", "scopes": ["*"]}' end
      || jsonb_build_object('request_id', credential->'request_id', 'ip', credential->'ip',
        'user_agent', credential->'user_agent', 'root', credential->'root'))::text, true),
    set_config('role', 'insula_platform', true);
  if credential ? 'change' then
    -- Idempotency-Keys of /admin belong to no tenant: they are kept under one that cannot be.
    perform set_config('app.tenant_id', 'platform', true);
    return app.run_change(null, credential->'change', operation, args);
  end if;
  return gateway.dispatch_platform(operation, args);
end $$;
comment on function gateway.call_platform is
  'The way of every /admin request, whose platform key the API process has checked, and of open '
  'operations ("public" in the credential), which have no tenant';
