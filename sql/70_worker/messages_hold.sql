create or replace function worker.messages_hold(p_tenant text, p_claimed jsonb)
returns void
language plpgsql volatile as $$
declare v_due timestamptz := clock_timestamp() + interval '25 seconds';
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  update app.messages m set due_at = v_due
  from jsonb_to_recordset(p_claimed) c(id text, attempts smallint)
  where m.tenant_id = p_tenant and m.id = c.id and m.status = 'queued'
    and m.attempts = c.attempts and m.error is null;
end $$;
comment on function worker.messages_hold is
  'Keeps messages of a tenant with the worker that took them ([{id, attempts}]) for another 25 seconds: it calls this while it '
  'is alive, so that no other one sends what is still being sent';
