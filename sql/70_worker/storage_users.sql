create or replace function worker.storage_users(p_tenant text, p_keys text[])
returns text[]
language plpgsql stable as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return array(
    select v.file_id as id from app.file_versions v
    where v.tenant_id = p_tenant and v.storage_key = any (p_keys)
    union
    select e.id from app.exports e where e.tenant_id = p_tenant and e.storage_key = any (p_keys)
    order by id limit 100);
end $$;
comment on function worker.storage_users is 'The first hundred files and exports that have these bytes';
