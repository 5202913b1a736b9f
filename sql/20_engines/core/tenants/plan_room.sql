create or replace function app.plan_room(p_tenant text, p_limit text)
returns void
language plpgsql volatile as $$
declare
  v_known app.plan_standings;
  v_max bigint := app.plan_max(p_tenant, p_limit);
  v_used bigint;
  v_done text;
begin
  if v_max is null then return; end if;
  -- Two at once would both be the last, and a change of the limits waits for the same row.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  v_max := app.plan_max(p_tenant, p_limit);
  select * into v_known from app.plan_standings s
  where s.tenant_id = p_tenant and s.limit_name = p_limit;
  -- Counting a hundred thousand users would keep others waiting: once for each hundredth of the limit is enough.
  if v_known.used < v_known.trusted_until and v_known.trusted_max = v_max then
    v_used := v_known.used;
  else
    v_used := app.plan_used(p_tenant, p_limit);
    v_known.trusted_until := least(v_used + v_max / 100, v_max);
  end if;
  if v_used < v_known.trusted_until then
    insert into app.plan_standings as s (tenant_id, limit_name, used, trusted_until, trusted_max)
    values (p_tenant, p_limit, v_used + 1, v_known.trusted_until, v_max)
    on conflict (tenant_id, limit_name) do update set used = excluded.used,
      trusted_until = excluded.trusted_until, trusted_max = excluded.trusted_max;
  end if;
  v_done := app.plan_limit_check(p_tenant, p_limit, v_used, 1, v_max);
end $$;
comment on function app.plan_room is
  'Makes sure that a tenant''s plan allows one more of users, webhooks, functions or object_types, '
  'until the transaction ends; 403 PLAN_LIMIT_EXCEEDED. A tenant without a limit locks nothing. Between two counts, what '
  'was removed still counts: at most a hundredth of the limit, and never at the limit itself';
