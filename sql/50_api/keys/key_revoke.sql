create or replace function api.key_revoke(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.api_keys := app.key_lock(tenant, args->>'key_id');
  v_new app.api_keys;
begin
  update app.api_keys k set revoked_at = least(k.revoked_at, clock_timestamp()), replaced_by = null, updated_at = clock_timestamp()
  where k.tenant_id = tenant and k.id = v_old.id returning * into v_new;
  perform app.journal_write(tenant, 'key.revoked', 'key', v_new.id, app.key_json(v_new), app.key_json(v_old));
  return app.key_json(v_new);
end $$;
comment on function api.key_revoke is 'Revoke an API key, at once';
