create or replace function app.plan_limit_check(
  p_tenant text, p_limit text, p_used bigint, p_added bigint, p_max bigint)
returns void
language plpgsql volatile as $$
declare
  v_after bigint := p_used + p_added;
  v_caller jsonb := app.principal();
  v_done text;
begin
  -- A restore makes records before it removes those in their place: a part of it would be worse than more than the plan has.
  if v_after > p_max and not coalesce(v_caller->>'type' = 'platform' and v_caller->'meta' ? 'restore_id', false) then
    perform app.plan_limit_refuse(p_tenant, p_limit, p_used, p_max);
  end if;
  if v_after * 5 >= p_max * 4 then
    perform set_config('app.plan_usage', format('%s=%s%%', p_limit, v_after * 100 / p_max), true);
  end if;
  v_done := app.plan_standing_look(p_tenant, p_limit, v_after, p_max);
end $$;
comment on function app.plan_limit_check is
  'Whether p_added more fit a limit, else 403 PLAN_LIMIT_EXCEEDED; restores may exceed it. From 80 % on, app.plan_usage '
  'says for the header X-Plan-Usage how much is used, and the worker tells admins';
