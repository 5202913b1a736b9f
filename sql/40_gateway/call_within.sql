create or replace function gateway.call_within(
  tenant text, credential jsonb, operation text, args jsonb, patience_ms integer)
returns json
language plpgsql as $$
begin
  perform set_config('lock_timeout', patience_ms || 'ms', true);
  return gateway.call(tenant, credential, operation, args);
end $$;
comment on function gateway.call_within is
  'gateway.call on a cluster, where a write waits for the end of a move of its tenant: for each lock patience_ms at most';
