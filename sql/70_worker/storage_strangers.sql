create or replace function worker.storage_strangers(p_names text[])
returns text[]
language plpgsql stable as $$
declare
  v_name text;
  v_strangers text[] := '{}';
begin
  foreach v_name in array p_names loop
    perform set_config('app.tenant_id', v_name, true);
    if exists (select 1 from app.tenants t where t.tenant_id = v_name) and not exists (
      select 1 from app.storage_usage u where u.tenant_id = v_name) then
      v_strangers := v_strangers || v_name;
    end if;
  end loop;
  return v_strangers;
end $$;
comment on function worker.storage_strangers is
  'Which of these, that have something in the storage, are tenants and have no files by '
  'worker.storage_tenants: deleted ones, or those whose only uploads failed';
