create or replace function app.budget_pending(p_tenant text)
returns jsonb
language sql stable as $$
  select coalesce(nullif(current_setting('app.budget', true), '')::jsonb->p_tenant, '{}')
$$;
comment on function app.budget_pending is
  'What this transaction has made so far and app.budget_settle will write down: {roots: {<root>: '
  '{writes, mails, calls, runs}}, recipients: {<address>: n}}';
