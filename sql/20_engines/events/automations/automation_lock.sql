create or replace function app.automation_lock(p_tenant text, p_automation_id text)
returns app.automations
language plpgsql volatile as $$
declare v_automation app.automations;
begin
  select * into v_automation from app.automations a
  where a.tenant_id = p_tenant and a.id = p_automation_id for update;
  if not found then perform app.not_found('automation', p_automation_id); end if;
  return v_automation;
end $$;
comment on function app.automation_lock is
  'An automation by id, locked until it is changed, or 404';
