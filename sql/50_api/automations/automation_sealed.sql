create or replace function api.automation_sealed(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_found app.automations := app.automation_find(tenant, args->>'automation_id');
begin
  return app.sealed_in(v_found.actions);
end $$;
comment on function api.automation_sealed is 'The sealed headers of an automation, for a change of it';
