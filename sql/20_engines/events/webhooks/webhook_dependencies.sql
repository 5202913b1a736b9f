create or replace function app.webhook_dependencies(p_tenant text, p_id text)
returns jsonb
language plpgsql stable as $$
begin
  return app.dependencies(array[
    row('delivery', (
      select count(*) from app.webhook_deliveries d
      where d.tenant_id = p_tenant and d.webhook_id = p_id))::app.dependency,
    row('dead_letter', (
      select count(*) from app.dead_letters l
      where l.tenant_id = p_tenant and l.source = 'webhook' and l.source_id = p_id
    ))::app.dependency]);
end $$;
comment on function app.webhook_dependencies is
  'Returns the records that are deleted with a webhook: its log, including deliveries under way, '
  'and its dead letters';
