create or replace function app.dashboard_check(p_dashboard app.dashboards)
returns void
language plpgsql stable as $$
begin
  if (select count(*) from (
      select 1 from app.dashboards d where d.tenant_id = p_dashboard.tenant_id limit 1000) s) >= 1000 then
    perform app.fail(409, 'INVALID_STATE', 'A tenant can have at most 1,000 dashboards. Delete one first.');
  end if;
end $$;
comment on function app.dashboard_check is 'Refuses with 409 a dashboard beyond the most that a tenant has';
