create or replace function gateway.feed(tenant text, args jsonb)
returns json
language plpgsql as $$
begin
  perform set_config('app.principal',
      '{"type": "system", "id": "realtime", "scopes": ["*"]}', true),
    set_config('app.tenant_id', tenant, true),
    set_config('role', 'insula_tenant', true);
  return app.realtime_feed(tenant, args);
end $$;
comment on function gateway.feed is
  'Returns the events of a tenant after a place in its journal, for the process that holds its '
  'sockets and streams; each listener''s rights are checked with its own credential';
