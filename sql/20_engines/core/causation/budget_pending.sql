create or replace function app.budget_pending(p_tenant text)
returns jsonb
language sql stable as $$
  select coalesce(nullif(current_setting('app.budget', true), '')::jsonb->p_tenant, '{}')
$$;
comment on function app.budget_pending is
  'Returns the work that this transaction has set off so far, for app.budget_settle: {roots: '
  '{<root>: {writes, mails, calls, runs}}, recipients: {<address>: n}}';
