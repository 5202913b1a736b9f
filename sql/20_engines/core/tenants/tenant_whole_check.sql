create or replace function app.tenant_whole_check(p_id text)
returns void
language plpgsql stable as $$
declare v_status text := (select t.status from app.tenants t where t.tenant_id = p_id);
begin
  if coalesce(v_status, 'deleted') = 'deleted' then
    perform app.not_found('tenant', p_id);
  elsif v_status = 'provisioning' then
    perform app.loading_refuse();
  end if;
end $$;
comment on function app.tenant_whole_check is
  'Refuses a tenant that cannot be read as a whole: 404, or 409 for one that is being loaded';
