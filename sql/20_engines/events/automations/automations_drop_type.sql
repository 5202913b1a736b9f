create or replace function app.automations_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare v_automation app.automations;
begin
  for v_automation in
    select * from app.automations a
    where a.tenant_id = p_type.tenant_id and a.object_type_id = p_type.id order by a.id for update
  loop
    perform app.automation_remove(v_automation);
  end loop;
end $$;
comment on function app.automations_drop_type is
  'Removes the automations that events of a type trigger, which is about to go';
