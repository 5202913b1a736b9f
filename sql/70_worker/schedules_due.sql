create or replace function worker.schedules_due(p_after text, p_limit integer, p_per_tenant integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenant text := p_after;
  v_rows text[];
  v_due json[] := '{}';
  -- Their further work is held; timeouts of workflows stay within the database.
  v_kinds text[] := case when app.outbound_held() then array['workflow']
    else '{automation,function,integration,job,workflow}' end;
begin
  -- From a few rows to the next: each tenant has its turn, however many others have.
  <<looks>>
  loop
    v_rows := array(
      select s.tenant_id from app.schedules s
      where s.tenant_id > v_tenant and s.next_run_at <= v_now and s.kind = any (v_kinds)
      order by s.tenant_id limit 100);
    if v_rows = '{}' then
      v_tenant := '';
      exit;
    end if;
    for v_tenant in select distinct r collate "C" from unnest(v_rows) r order by 1 loop
      v_due := v_due || array(
        select json_build_object('tenant_id', s.tenant_id, 'kind', s.kind,
          'subject_id', s.subject_id, 'cron_expression', s.cron_expression,
          'timezone', s.timezone, 'next_run_at', s.next_run_at, 'now', v_now)
        from app.schedules s
        where s.tenant_id = v_tenant and s.next_run_at <= v_now and s.kind = any (v_kinds)
        order by s.next_run_at limit least(p_per_tenant, p_limit - cardinality(v_due)));
      exit looks when cardinality(v_due) >= p_limit;
    end loop;
  end loop;
  return json_build_object('due', v_due, 'next', v_tenant);
end $$;
comment on function worker.schedules_due is
  'Up to p_limit schedules that have to fire, of tenants after p_after and p_per_tenant of each: '
  '{due: [{tenant_id, kind, subject_id, cron_expression, timezone, next_run_at, now}], next}, where '
  'next is the p_after of the next call, empty to begin again. worker.schedule_fire fires them. While what '
  'leaves the installation is held, only those of workflows';
