create or replace function app.api_calls_of_month(p_tenant text, p_month date)
returns bigint
language sql stable as $$
  select coalesce((
    select u.api_calls from app.usage_months u
    where u.tenant_id = p_tenant and u.month = p_month), 0)
$$;
comment on function app.api_calls_of_month is
  'The authenticated calls of a month (UTC, by its first day), but for those of the last seconds';
