create or replace function app.work_end(
  p_tenant text, p_kind text, p_id text, p_attempts integer, p_due_at timestamptz default null)
returns boolean
language plpgsql volatile as $$
begin
  if p_due_at is null then
    delete from app.work w
    where w.tenant_id = p_tenant and w.kind = p_kind and w.id = p_id and w.attempts = p_attempts;
  else
    update app.work w set due_at = p_due_at
    where w.tenant_id = p_tenant and w.kind = p_kind and w.id = p_id and w.attempts = p_attempts;
  end if;
  return found;
end $$;
comment on function app.work_end is
  'Ends an attempt: it is done (p_due_at null) or tried again at p_due_at. False when the work has '
  'gone on without this attempt: it took too long and another worker has it, or it was queued again';
