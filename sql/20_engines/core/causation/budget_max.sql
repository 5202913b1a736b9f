create or replace function app.budget_max(p_tenant text, p_what text)
returns integer
language sql stable as $$
  select case when t.limits ? n.name then (t.limits->>n.name)::integer
    else case n.name when 'caused_writes' then p.caused_writes when 'caused_mails' then p.caused_mails
      when 'caused_calls' then p.caused_calls else p.mails_per_recipient end end
  from app.tenants t join app.plans p on p.plan_tier = app.plan_of(t.tenant_id)
  cross join (values (case p_what when 'runs' then 'caused_writes'
    when 'recipient' then 'mails_per_recipient' else 'caused_' || p_what end)) n(name)
  where t.tenant_id = p_tenant
$$;
comment on function app.budget_max is
  'How many writes, mails, calls or runs one root may cause in a tenant, or how many mails a '
  'recipient gets in an hour: by its own limit, else its plan''s; null: no limit';
