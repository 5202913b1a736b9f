create or replace function worker.journal_seals_trim()
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_floor text := app.journal_floor();
  v_removed integer;
begin
  -- The last seal before the rows that are left stays: theirs continue it.
  delete from app.journal_seals s using (
    select t.tenant_id, b.xid, b.id from app.tenants t
    left join lateral (
      select j.xid, j.id from app.journal j
      where j.tenant_id = t.tenant_id order by j.xid, j.id limit 1) f on true
    cross join lateral (
      select b.xid, b.id from app.journal_seals b
      where b.tenant_id = t.tenant_id
        and (b.xid, b.id) < (coalesce(f.xid, '18446744073709551615'), coalesce(f.id, ''))
      order by b.xid desc, b.id desc limit 1) b) kept
  where s.tenant_id = kept.tenant_id and (s.xid, s.id) < (kept.xid, kept.id) and s.id < v_floor;
  get diagnostics v_removed = row_count;
  return v_removed;
end $$;
comment on function worker.journal_seals_trim is
  'Removes the seals of journal rows that retention has removed; returns how many';
