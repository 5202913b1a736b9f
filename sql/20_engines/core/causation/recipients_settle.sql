create or replace function app.recipients_settle(p_tenant text, p_recipients jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ended timestamptz := v_now - interval '1 hour';
  v_each integer := app.budget_max(p_tenant, 'recipient');
  v_all integer := app.budget_max(p_tenant, 'hour');
  v_is_over boolean;
begin
  with counted as (
    insert into app.auth_counters as c (tenant_id, name, count, started_at)
    select p_tenant, 'mails-to:' || r.key, r.value::integer, v_now
    from jsonb_each_text(p_recipients) r order by r.key collate "C"
    on conflict (tenant_id, name) do update set
      count = case when c.started_at <= v_ended then excluded.count
        else c.count + excluded.count end,
      started_at = case when c.started_at <= v_ended
        then excluded.started_at else c.started_at end
    returning c.name, c.count)
  select coalesce(bool_or(n.count > case n.name when 'mails-to:*' then v_all else v_each end), false)
  into v_is_over from counted n;
  return v_is_over;
end $$;
comment on function app.recipients_settle is
  'Counts mails {<address>: n} for the hours of their recipients, and of all (*); whether one has got too many';
