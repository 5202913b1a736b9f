create or replace function gateway.feed(tenant text, args jsonb)
returns json
language plpgsql as $$
declare v_set text;
begin
  v_set := set_config('app.tenant_id', tenant, true) || set_config('role', 'insula_tenant', true);
  -- As the tenant: insula_api may call no engine.
  v_set := app.act_as('{"type": "system", "id": "realtime", "scopes": ["*"]}');
  return app.realtime_feed(tenant, args);
end $$;
comment on function gateway.feed is
  'Returns the events of a tenant after a place in its journal, for the process that holds its '
  'sockets and streams; each listener''s rights are checked with its own credential';
