create or replace function app.passkey_settings(p_tenant text)
returns json
language plpgsql stable as $$
declare v_config jsonb := app.auth_config(p_tenant);
begin
  if v_config->'passkeys' @> '{"enabled": false}' then
    perform app.fail(403, 'PROVIDER_DISABLED',
      'Passkeys are switched off for this tenant (passkeys.enabled of /v1/auth-config).');
  end if;
  return json_build_object('rp_id', v_config#>'{passkeys,rp_id}',
    'rp_name', coalesce(nullif(v_config#>>'{passkeys,rp_name}', ''),
      app.relying_party_name(p_tenant)),
    'origins', v_config#>'{passkeys,origins}', 'site_url', v_config->'site_url');
end $$;
comment on function app.passkey_settings is
  'Returns a tenant''s settings of passkeys, or 403; src/groups/passkeys/relying-party.ts makes '
  'rp_id and origins of them';
