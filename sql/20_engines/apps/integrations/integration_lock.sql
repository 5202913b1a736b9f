create or replace function app.integration_lock(p_tenant text, p_id text)
returns app.integrations
language plpgsql volatile as $$
begin
  -- In the order in which a firing locks.
  perform from app.schedules s
  where s.tenant_id = p_tenant and s.kind = 'integration' and s.subject_id = p_id for no key update;
  perform from app.integrations i where i.tenant_id = p_tenant and i.id = p_id for no key update;
  return app.integration_find(p_tenant, p_id);
end $$;
comment on function app.integration_lock is 'app.integration_find for a change: with its schedule and its row locked';
