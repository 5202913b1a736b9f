create or replace function app.erasure_begin(p_tenant text, p_keep_journal_days integer, p_keeps_backups boolean)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_snapshots integer := 0;
begin
  if not p_keeps_backups then
    select count(*) into v_snapshots from app.backups b
    where b.about_tenant = p_tenant and b.status = 'completed';
  end if;
  insert into app.erasures (about_tenant, requested_at, journal_until, snapshots_deleted)
  values (p_tenant, v_now, v_now + make_interval(days => p_keep_journal_days), v_snapshots)
  on conflict (about_tenant) do nothing;
end $$;
comment on function app.erasure_begin is
  'Notes that a tenant is deleted: its journal goes p_keep_journal_days later. In the transaction that deletes it';
