create or replace function api.integration_rotate_secret(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.integrations := app.integration_lock(tenant, args->>'integration_id');
  v_now timestamptz := clock_timestamp();
  v_grace integer := coalesce((args->>'grace_period_seconds')::integer, 86400);
  v_secrets jsonb := v_old.secrets - 'previous';
  v_new app.integrations;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.provider <> 'webhook_inbound' then
    perform app.fail(409, 'INVALID_STATE',
      'Only a webhook_inbound has a secret that Insula can rotate. For other providers, send a new config_json.');
  end if;
  if v_grace > 0 then
    v_secrets := v_secrets || jsonb_build_object('previous', jsonb_build_object(
      'secret', v_old.secrets->'secret', 'expires_at', app.utc(v_now + make_interval(secs => v_grace))));
  end if;
  v_secrets := v_secrets || jsonb_build_object('secret', args->'made'->'secret');
  update app.integrations i set secrets = v_secrets, updated_at = v_now
  where i.tenant_id = tenant and i.id = v_old.id
  returning * into v_new;
  v_done := app.journal_write(tenant, 'integration.secret_rotated', 'integration', v_new.id,
    app.integration_json(v_new), app.integration_json(v_old));
  return (app.integration_json(v_new)::jsonb
    || jsonb_build_object('secret', args->'made'->'secret'))::json;
end $$;
comment on function api.integration_rotate_secret is
  'Replaces the sealed secret of a webhook_inbound';
