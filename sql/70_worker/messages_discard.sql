create or replace function worker.messages_discard(p_tenant text, p_limit integer)
returns integer
language plpgsql volatile as $$
declare
  v_why constant text := worker.outbound_discarded_text();
  v_event jsonb := app.message_event('suppressed', clock_timestamp(), v_why);
  v_ids text[];
begin
  v_ids := array(
    select m.id from app.messages m where m.tenant_id = p_tenant and m.status = 'queued'
    order by m.id limit p_limit for update skip locked);
  update app.messages m set status = 'suppressed', variables = '{}', text = null, html = null,
    error = v_why, events = m.events || v_event
  where m.tenant_id = p_tenant and m.id = any (v_ids);
  delete from app.message_attachments a
  where a.tenant_id = p_tenant and a.message_id = any (v_ids);
  update app.dead_letters d set status = 'dead'
  where d.tenant_id = p_tenant and d.source = 'email' and d.record_id = any (v_ids)
    and d.status = 'retrying';
  return cardinality(v_ids);
end $$;
comment on function worker.messages_discard is
  'Ends up to p_limit queued mails and texts of a tenant without sending them; returns how many';
