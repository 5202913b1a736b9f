create or replace function jobs.schedules_due(p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenant text := '';
  v_due json[] := '{}';
begin
  loop
    select s.tenant_id into v_tenant from app.schedules s
    where s.tenant_id > v_tenant and s.next_run_at <= v_now order by s.tenant_id limit 1;
    exit when not found;
    v_due := v_due || array(
      select json_build_object('tenant_id', s.tenant_id, 'kind', s.kind,
        'subject_id', s.subject_id, 'cron_expression', s.cron_expression,
        'timezone', s.timezone, 'next_run_at', s.next_run_at, 'now', v_now)
      from app.schedules s
      where s.tenant_id = v_tenant and s.next_run_at <= v_now
      order by s.next_run_at limit p_limit - cardinality(v_due));
    exit when cardinality(v_due) >= p_limit;
  end loop;
  return array_to_json(v_due);
end $$;
comment on function jobs.schedules_due is
  'Up to p_limit schedules that have to fire: [{tenant_id, kind, subject_id, cron_expression, '
  'timezone, next_run_at, now}]; jobs.schedule_fire does it';
