create or replace function api.integration_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.integrations;
  v_json json;
begin
  if (select count(*) >= 100 from app.integrations i where i.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE', 'A tenant can have at most 100 integrations. Delete one first.', '{"max": 100}');
  end if;
  v_new.tenant_id := tenant;
  v_new.id := app.id_of_new('int');
  v_new.status := coalesce(args->>'status', 'active');
  v_new.cursor := '{}';
  v_new.failures := 0;
  v_new.authors := '{}';
  v_new.created_by := app.principal()->>'user_id';
  v_new.created_at := clock_timestamp();
  if args->>'provider' = 'webhook_inbound' then
    perform app.address_take(tenant, '/hooks/' || v_new.id);
  end if;
  v_json := app.integration_save(null, app.integration_merge(v_new, args), args);
  -- For the API process, which opens it and shows it this once.
  if args->'made'->'secrets' ? 'secret' then
    return (v_json::jsonb || jsonb_build_object('secret', args->'made'->'secrets'->'secret'))::json;
  end if;
  return v_json;
end $$;
comment on function api.integration_create is 'Creates an integration with sealed secrets';
