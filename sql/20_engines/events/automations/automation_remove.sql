create or replace function app.automation_remove(p_automation app.automations)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_automation.tenant_id;
  v_id text := p_automation.id;
  v_before json := app.automation_json(p_automation);
  v_done text;
begin
  perform app.subscription_remove(v_tenant, 'automation', v_id),
    app.schedule_remove(v_tenant, 'automation', v_id);
  delete from app.dead_letters d
  where d.tenant_id = v_tenant and d.source = 'automation' and d.source_id = v_id;
  -- Takes its runs along; of what is queued of them the worker finds nothing left to do.
  delete from app.automations a where a.tenant_id = v_tenant and a.id = v_id;
  v_done := app.journal_write(v_tenant, 'automation.deleted', 'automation', v_id, null, v_before);
end $$;
comment on function app.automation_remove is
  'Removes an automation with its runs, and what it hears';
