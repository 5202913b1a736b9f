create or replace function worker.work_discard(p_tenant text, p_kind text, p_id text)
returns void
language plpgsql volatile as $$
begin
  perform app.work_discard(p_tenant, p_kind, p_id, worker.outbound_discarded_text());
end $$;
comment on function worker.work_discard is
  'Ends a work that was queued without doing it, and says so in its record. A delivery, and a run '
  'that had begun, can be retried';
