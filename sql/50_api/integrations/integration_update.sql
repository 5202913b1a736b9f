create or replace function api.integration_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.integrations := app.integration_lock(tenant, args->>'integration_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.updated_at is distinct from (args->'made'->>'basis')::timestamptz then
    perform app.basis_fail('integration');
  end if;
  return app.integration_save(v_old, app.integration_merge(v_old, args), args);
end $$;
comment on function api.integration_update is 'Changes an integration';
