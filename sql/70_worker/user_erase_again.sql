create or replace function worker.user_erase_again(p_tenant text, p_user_id text, p_at timestamptz)
returns boolean
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_user app.users;
begin
  perform app.stay(p_tenant), app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  if not exists (select 1 from app.tenants t where t.tenant_id = p_tenant and t.status <> 'deleted') then return false; end if;
  insert into app.user_erasures (tenant_id, user_id, requested_at, noted_at) values (p_tenant, p_user_id, p_at, v_now)
  on conflict (tenant_id, user_id) do nothing;
  select * into v_user from app.users u where u.tenant_id = p_tenant and u.id = p_user_id for update;
  if found then perform app.user_remove(v_user, true); end if;
  return found or exists (
    select 1 from app.user_erasures e
    where e.tenant_id = p_tenant and e.user_id = p_user_id and e.complete_at is null);
end $$;
comment on function worker.user_erase_again is
  'Deletes a user who was erased after the moment to which the installation is restored; false where nothing of them is there';
