create or replace function auth.impersonation_over(p_act jsonb, p_begun timestamptz)
returns text
language plpgsql stable as $$
declare
  v_settings app.installation_settings := app.installation();
  v_key app.platform_keys;
begin
  if not v_settings.impersonation or p_begun <= v_settings.impersonation_ended_at then
    return 'switched_off';
  end if;
  if p_act->>'key' = 'env' then return null; end if;
  select * into v_key from app.platform_keys k where k.id = p_act->>'key';
  if v_key.id is null or least(v_key.revoked_at, v_key.expires_at) <= clock_timestamp()
    or not v_key.scopes && '{*,impersonate}' then
    return 'key_revoked';
  end if;
  return null;
end $$;
comment on function auth.impersonation_over is
  'Why a session of an operator (act of app.sessions) that began at a moment has ended: switched_off for the whole '
  'installation, or key_revoked, which includes a key that expired or lost its scope; null where it has not';
