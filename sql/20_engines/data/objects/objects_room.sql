create or replace function app.objects_room(p_tenant text, p_added integer)
returns void
language plpgsql stable as $$
declare
  v_max bigint;
  v_live bigint;
begin
  -- Noted by auth.authenticate: the plan of most tenants of a server of one's own.
  if current_setting('app.unlimited', true) = p_tenant then return; end if;
  v_max := app.plan_max(p_tenant, 'objects');
  if v_max is null then return; end if;
  select sum(c.live) into v_live from app.object_counts c where c.tenant_id = p_tenant;
  perform app.plan_limit_check(p_tenant, 'objects', v_live - p_added, p_added, v_max);
end $$;
comment on function app.objects_room is
  'Whether the p_added live objects just counted fit the plan of their tenant; 403 PLAN_LIMIT_EXCEEDED. Nobody waits: '
  'what other connections have not committed does not count yet, at most one write for each';
