create or replace function jobs.storage_strangers(p_names text[])
returns text[]
language plpgsql stable as $$
declare
  v_name text;
  v_strangers text[] := '{}';
begin
  foreach v_name in array p_names loop
    perform set_config('app.tenant_id', v_name, true);
    if not exists (select from app.storage_usage u where u.tenant_id = v_name) then
      v_strangers := v_strangers || v_name;
    end if;
  end loop;
  return v_strangers;
end $$;
comment on function jobs.storage_strangers is
  'Which of these, that have something in the storage, jobs.storage_tenants does not list: tenants '
  'that are deleted, or whose only uploads failed';
