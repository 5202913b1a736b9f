create or replace function api.automation_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.automations := app.automation_lock(tenant, args->>'automation_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.automation_remove(v_old);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.automation_delete is 'Delete an automation and its runs';
