create or replace function app.oauth_issuer(p_name text, p_own jsonb)
returns text
language plpgsql immutable as $$
declare
  v_preset jsonb := app.oauth_presets()->p_name;
  v_names text[] := '{issuer,userinfo_endpoint,profile}';
  v_all jsonb := coalesce(v_preset, '{}') || coalesce(jsonb_strip_nulls(p_own), '{}');
begin
  if not exists (select 1 from unnest(v_names) n where v_all->n is distinct from v_preset->n) then
    return 'preset:' || p_name;  -- whose addresses change with versions of this server
  end if;
  return concat_ws(' ', coalesce(v_all->>'issuer', v_all->>'userinfo_endpoint'),
    nullif(v_all#>>'{profile,subject}', 'sub'));
end $$;
comment on function app.oauth_issuer is
  'Returns the issuer of the subjects that an identity provider of auth-config (p_own) names: its '
  'issuer, without one its profile endpoint, and the field of the subject where that is another '
  'than sub';
