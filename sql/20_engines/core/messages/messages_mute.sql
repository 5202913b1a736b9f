create or replace function app.messages_mute(
  p_tenant text, p_channel text, p_until timestamptz, p_limit integer)
returns integer
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_why constant text := app.outbound_off_text();
  v_event jsonb := app.message_event('muted', v_now, v_why);
  v_ids text[] := array(
    select m.id from app.messages m
    where m.tenant_id = p_tenant and m.channel = p_channel and m.status = 'queued' and m.due_at <= v_now
      and m.created_at <= p_until
    order by m.due_at, m.id limit p_limit for update skip locked);
begin
  if v_ids = '{}' then return 0; end if;
  update app.messages m set status = 'muted', variables = '{}', text = null, html = null,
    error = v_why, events = m.events || v_event
  where m.tenant_id = p_tenant and m.id = any (v_ids);
  delete from app.message_attachments a
  where a.tenant_id = p_tenant and a.message_id = any (v_ids);
  update app.dead_letters d set status = 'dead'
  where d.tenant_id = p_tenant and d.source = 'email' and d.record_id = any (v_ids)
    and d.status = 'retrying';
  return cardinality(v_ids);
end $$;
comment on function app.messages_mute is
  'Ends up to p_limit due messages of a channel that were queued until p_until without sending them; returns how many';
