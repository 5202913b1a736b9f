create or replace function app.limit_awaits(p_run app.automation_runs, p_failure jsonb)
returns interval
language plpgsql stable as $$
begin
  -- Only where a limit of an hour is used up: room comes by itself.
  if p_failure #>> '{details,budget}' is distinct from 'mails_per_hour'
    and p_failure #>> '{details,budget}' is distinct from 'mails_per_recipient' then
    return null;
  end if;
  return (
    select make_interval(secs => greatest(1, (p_failure->>'retry_after')::integer))
    from app.tenants t join app.plans p on p.plan_tier = t.plan_tier
    where t.tenant_id = p_run.tenant_id
      and p_run.created_at < greatest(t.limits_at, p.limits_at));
end $$;
comment on function app.limit_awaits is
  'How long a step waits whose mails are beyond the limit of an hour, where that came after its run '
  'was queued: it was not made for it, so it goes on later. Null: it fails';
