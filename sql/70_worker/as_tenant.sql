create or replace function worker.as_tenant(p_tenant text, p_principal jsonb)
returns void
language sql volatile as $$
  select app.act_as(p_principal), app.in_tenant(p_tenant), set_config('role', 'insula_tenant', true)
$$;
comment on function worker.as_tenant is
  'For the rest of the transaction the worker is what a request of this principal runs as, under '
  'row-level security; app.act then does operations';
