create or replace function app.backup_schedule_merge(p_schedule app.backup_schedules, args jsonb)
returns app.backup_schedules
language plpgsql stable as $$
declare v_plan jsonb := args->'made';
begin
  p_schedule := jsonb_populate_record(p_schedule, app.jsonb_pick(args,
    '{name,type,cron_expression,timezone,keep_last,expires_in_days,verify,label,is_enabled}'));
  if args ? 'tenant_id' then
    p_schedule.about_tenant := args->>'tenant_id';
    if p_schedule.about_tenant is not null then
      v_plan := v_plan || jsonb_build_object('tenant', app.backup_tenant_check(p_schedule.about_tenant));
    end if;
  end if;
  perform app.backup_type_check(p_schedule.type);
  if (v_plan->>'cron_expression', v_plan->>'timezone', (v_plan->>'is_enabled')::boolean)
    is distinct from (p_schedule.cron_expression, p_schedule.timezone, p_schedule.is_enabled) then
    perform app.fail(409, 'CONFLICT', 'The schedule was changed at the same time. Repeat the request.');
  end if;
  if v_plan ? 'next_run_at' then
    p_schedule.next_run_at := coalesce((v_plan->>'next_run_at')::timestamptz, 'infinity');
  end if;
  return p_schedule;
end $$;
comment on function app.backup_schedule_merge is
  'A schedule with what a request says of it, and with its next firing as Node has planned it (made)';
