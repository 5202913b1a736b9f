create or replace function worker.integration_inbox(p_tenant text, p_integration_id text)
returns json
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  return (
    select coalesce(json_agg(json_build_object('id', m.id, 'body', m.body, 'faults', m.faults) order by m.received_at, m.id), '[]')
    from (
      select x.* from app.integration_messages x
      where x.tenant_id = p_tenant and x.integration_id = p_integration_id and x.body is not null
      order by x.received_at, x.id limit 20) m);
end $$;
comment on function worker.integration_inbox is 'The oldest 20 messages of an integration that have not been taken: [{id, body, faults}]';
