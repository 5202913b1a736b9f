create or replace function app.key_revoke(p_tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.api_keys := app.key_lock(p_tenant, args->>'key_id');
  v_new app.api_keys;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_now := clock_timestamp();
  update app.api_keys k set revoked_at = least(k.revoked_at, v_now), replaced_by = null,
    updated_at = v_now
  where k.tenant_id = p_tenant and k.id = v_old.id returning * into v_new;
  v_done := app.journal_write(p_tenant, 'key.revoked', 'key', v_new.id, app.key_json(v_new),
    app.key_json(v_old));
  return app.key_json(v_new);
end $$;
comment on function app.key_revoke is 'Revokes the key args.key_id of a tenant at once and journals it; 404, 412';
