create or replace function worker.plan_standings_tell(p_tenant text, p_subject text)
returns boolean
language plpgsql volatile as $$
declare
  v_limits jsonb;
  v_limit record;
  v_used bigint;
  v_admins text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  if exists (select 1 from app.tenants t where t.tenant_id = p_tenant and t.status = 'deleted') then
    return true;
  end if;
  v_limits := jsonb_strip_nulls(app.plan_limits(p_tenant)) - 'rpm' - 'audit_days';
  -- A meter without a limit is forgotten; in order, so that two workers do not wait for each other.
  delete from app.plan_standings s where s.tenant_id = p_tenant and not v_limits ? s.limit_name;
  for v_limit in
    select l.key as name, l.value::bigint as max from jsonb_each_text(v_limits) l order by l.key
  loop
    v_used := app.plan_used(p_tenant, v_limit.name);
    if app.plan_standing_note(p_tenant, v_limit.name, app.plan_percent(v_used, v_limit.max)) then
      v_admins := array(
        select u.id from app.users u
        where u.tenant_id = p_tenant and u.role in ('owner', 'admin') order by u.id limit 100);
      perform app.plan_standing_tell(p_tenant, v_admins, v_limit.name, v_used, v_limit.max);
      if v_used >= v_limit.max then
        v_done := app.journal_write(p_tenant, 'usage.limit_reached', 'usage', v_limit.name,
          json_build_object('limit', v_limit.name, 'used', v_used, 'max', v_limit.max,
            'plan', app.plan_of(p_tenant)));
      end if;
    end if;
  end loop;
  return true;
end $$;
comment on function worker.plan_standings_tell is
  'Tells admins of a tenant which limits of its plan they have used 80 or 100 per cent of, as it is now, and in an event '
  'which are reached: each once, in a month, until less than 80 per cent is used. Safe to repeat and to run twice at once';
