create or replace function worker.dead_letters_revert(p_tenant text)
returns void
language plpgsql volatile as $$
begin
  update app.dead_letters d set status = 'dead'
  where d.tenant_id = p_tenant and d.status = 'retrying' and not exists (
    select 1 from app.work w
    where w.tenant_id = p_tenant and w.kind = d.source and w.id = d.record_id)
    and not exists (
      select 1 from app.messages m
      where m.tenant_id = p_tenant and m.id = d.record_id and m.status = 'queued')
    and not exists (
      select 1 from app.exports e where e.tenant_id = p_tenant and e.id = d.record_id
        and e.status in ('pending', 'running'));
end $$;
comment on function worker.dead_letters_revert is
  'For worker.housekeeping: dead letters that were to be tried again and are not, because that was '
  'skipped or taken back, are dead again';
