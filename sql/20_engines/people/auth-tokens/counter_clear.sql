create or replace function app.counter_clear(p_tenant text, p_name text)
returns void
language sql volatile as $$
  delete from app.auth_counters c where c.tenant_id = p_tenant and c.name = p_name
$$;
comment on function app.counter_clear is 'Forgets attempts, after one that succeeded';
