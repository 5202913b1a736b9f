create or replace function app.automation_find(p_tenant text, p_automation_id text)
returns app.automations
language plpgsql stable as $$
declare v_automation app.automations;
begin
  select * into v_automation from app.automations a
  where a.tenant_id = p_tenant and a.id = p_automation_id;
  if not found then perform app.not_found('automation', p_automation_id); end if;
  return v_automation;
end $$;
comment on function app.automation_find is 'An automation by id, or 404';
