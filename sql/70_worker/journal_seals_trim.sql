create or replace function worker.journal_seals_trim()
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_floor text := app.journal_floor();
  v_tenant text;
  v_xid xid8;
  v_id text;
  v_count integer;
  v_removed integer := 0;
begin
  for v_tenant in select worker.tenants_of('app.journal_seals') loop
    select j.xid, j.id into v_xid, v_id from app.journal j
    where j.tenant_id = v_tenant order by j.xid, j.id limit 1;
    -- The last seal before the rows that are left stays: theirs continue it.
    select s.xid, s.id into v_xid, v_id from app.journal_seals s
    where s.tenant_id = v_tenant
      and (s.xid, s.id) < (coalesce(v_xid, '18446744073709551615'), coalesce(v_id, ''))
    order by s.xid desc, s.id desc limit 1;
    delete from app.journal_seals s
    where s.tenant_id = v_tenant and (s.xid, s.id) < (v_xid, v_id) and s.id < v_floor;
    get diagnostics v_count = row_count;
    v_removed := v_removed + v_count;
  end loop;
  return v_removed;
end $$;
comment on function worker.journal_seals_trim is
  'Removes the seals of journal rows that retention has removed; returns how many';
