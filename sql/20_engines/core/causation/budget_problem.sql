create or replace function app.budget_problem(p_tenant text, p_what text)
returns text
language sql stable as $$
  select app.budget_spent(p_what, app.budget_max(p_tenant, p_what))
$$;
comment on function app.budget_problem is
  'app.budget_spent with the figure of a tenant, for the log of what was not done';
