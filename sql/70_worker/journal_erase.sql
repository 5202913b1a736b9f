create or replace function worker.journal_erase(p_tenant text, p_resource_id text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer;
begin
  if p_resource_id <> p_tenant or not exists (
    select 1 from app.erasures e
    where e.about_tenant = p_tenant and e.cleared_at is not null and e.complete_at is null
      and e.journal_until <= clock_timestamp()) then
    return true;
  end if;
  delete from app.journal j
  where j.tenant_id = p_tenant and (j.xid, j.id) = any (
    select o.xid, o.id from app.journal o where o.tenant_id = p_tenant order by o.xid, o.id limit 5000);
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform app.erasure_count(p_tenant, 'journal', v_count);
    return false;
  end if;
  delete from app.journal_seals s
  where s.tenant_id = p_tenant and (s.xid, s.id) = any (
    select o.xid, o.id from app.journal_seals o where o.tenant_id = p_tenant order by o.xid, o.id limit 5000);
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform app.erasure_count(p_tenant, 'journal_seals', v_count);
    return false;
  end if;
  return true;
end $$;
comment on function worker.journal_erase is
  'Removes the next rows of the journal of a deleted tenant, and of its seals, when their time has come; true when nothing is left';
