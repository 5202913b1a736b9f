create or replace function app.in_tenant(p_tenant text, p_principal jsonb default null)
returns text
language sql volatile as $$
  select set_config('app.tenant_id', p_tenant, true)
    || case when p_principal is null then '' else app.act_as(p_principal) end
$$;
comment on function app.in_tenant is
  'For the rest of the transaction the worker works in a tenant, under row-level security, and as a principal where one '
  'is given. One expression, which PostgreSQL inlines: it costs no statement';
