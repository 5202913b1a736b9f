create or replace function api.auth_config_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings app.tenant_settings := app.settings_lock(tenant);
  v_changes jsonb := app.jsonb_merge(args - '{made,if_match}'::text[], args->'made');
  v_auth jsonb := jsonb_strip_nulls(app.jsonb_merge(v_settings.auth, v_changes));
  v_old jsonb := app.auth_config(tenant);
  v_new jsonb := app.jsonb_merge(app.auth_defaults(), v_auth);
  v_after jsonb;
  v_done text;
begin
  v_done := app.match_check(app.auth_config_tag(v_settings), args);
  perform app.auth_config_check(tenant, v_old, v_new);
  perform app.portal_config_check(tenant, v_new->'portal')
  where v_new->'portal' is distinct from v_old->'portal';
  perform app.identities_bind(tenant, k, app.oauth_issuer(k, v_settings.auth->'oauth'->k))
  from jsonb_object_keys(app.jsonb_merge(
    coalesce(v_settings.auth->'oauth', '{}'), coalesce(v_auth->'oauth', '{}'))) k
  where app.oauth_issuer(k, v_settings.auth->'oauth'->k)
    is distinct from app.oauth_issuer(k, v_auth->'oauth'->k);
  v_settings.authors := app.authors_changed(v_settings, v_auth, v_changes);
  v_settings.auth := v_auth;
  v_after := app.auth_config_masked(v_new);
  perform app.settings_save(v_settings, 'auth_config.updated', app.auth_config_masked(v_old),
    v_after, app.jsonb_differing(v_old, v_new));
  return app.auth_config_answer(tenant);
end $$;
comment on function api.auth_config_update is 'Merges changes into the sign-in settings';
