create or replace function app.schedule_change(
  p_tenant text, p_kind text, p_subject_id text, p_is_enabled boolean, p_plan jsonb)
returns void
language plpgsql volatile as $$
declare
  v_basis jsonb := p_plan->'basis';
  v_old app.schedules;
begin
  if p_plan is null then return; end if;
  select * into v_old from app.schedules s
  where s.tenant_id = p_tenant and s.kind = p_kind and s.subject_id = p_subject_id
  for no key update;
  if v_basis is not null and (v_old.cron_expression, v_old.run_at, v_old.timezone)
    is distinct from (v_basis->>'cron_expression', (v_basis->>'run_at')::timestamptz,
      case when v_old.timezone is not null then v_basis->>'timezone' end) then
    perform app.basis_fail('schedule');
  end if;
  insert into app.schedules
    (tenant_id, kind, subject_id, cron_expression, run_at, timezone, next_run_at)
  values (p_tenant, p_kind, p_subject_id, p_plan->>'cron_expression',
    (p_plan->>'run_at')::timestamptz, p_plan->>'timezone',
    case when not p_is_enabled then null
      when p_plan ? 'next_run_at' then (p_plan->>'next_run_at')::timestamptz
      else v_old.next_run_at end)
  on conflict (tenant_id, kind, subject_id) do update set
    cron_expression = excluded.cron_expression, run_at = excluded.run_at,
    timezone = excluded.timezone, next_run_at = excluded.next_run_at;
end $$;
comment on function app.schedule_change is
  'Stores when a job, automation or function fires, by the plan that src/ground/schedules/plan.ts made: '
  '{basis, cron_expression, run_at, timezone, next_run_at}; null changes nothing. 409 when the '
  'stored schedule is no longer the basis. Without next_run_at the next firing stays, also one that '
  'is due; what is disabled has none';
