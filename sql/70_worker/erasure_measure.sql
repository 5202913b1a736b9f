create or replace function worker.erasure_measure(p_tenant text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_files bigint;
  v_bytes bigint;
begin
  if not exists (select 1 from app.erasures e where e.about_tenant = p_tenant and e.bytes is null) then return; end if;
  select count(*), coalesce(sum(b.size_bytes), 0) into v_files, v_bytes
  from app.blobs b where b.tenant_id = p_tenant;
  update app.erasures e set files = v_files, bytes = v_bytes where e.about_tenant = p_tenant;
end $$;
comment on function worker.erasure_measure is
  'Counts the files and bytes of a deleted tenant once, before their rows are removed';
