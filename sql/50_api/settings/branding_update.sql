create or replace function api.branding_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings app.tenant_settings := app.settings_lock(tenant);
  v_changes jsonb := args - 'if_match';
  v_done text;
begin
  v_done := app.match_check(coalesce(v_settings.branding->>'updated_at', '0'), args);
  if args ? 'custom_domain'
    and args->>'custom_domain' is distinct from v_settings.branding->>'custom_domain' then
    -- The new domain must be proved first; the old one leads nowhere from here on.
    perform app.host_directory(tenant, null);
    v_changes := v_changes || case when args->'custom_domain' = 'null'
      then '{"custom_domain_status":null,"custom_domain_token":null}'
      else jsonb_build_object('custom_domain_status', 'pending',
        'custom_domain_token', auth.random_base62(32)) end;
  end if;
  return app.branding_save(v_settings, v_changes);
end $$;
comment on function api.branding_update is 'Changes the branding';
