create or replace function app.counter_give_back(p_tenant text, p_name text)
returns void
language sql volatile as $$
  update app.auth_counters c set count = greatest(0, c.count - 1)
  where c.tenant_id = p_tenant and c.name = p_name
$$;
comment on function app.counter_give_back is
  'Takes back what app.counter_take counted, for an attempt that turned out to be good';
