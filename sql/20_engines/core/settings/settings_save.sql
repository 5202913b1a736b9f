create or replace function app.settings_save(
  p_new app.tenant_settings, p_event text, p_before jsonb, p_after jsonb, p_changed text[])
returns void
language plpgsql volatile as $$
declare
  v_governance jsonb := p_new.governance;
  v_ips cidr[] := app.cidrs(v_governance->'ip_allowlist');
  v_duration interval := make_interval(
    secs => (v_governance->>'session_duration_secs')::integer);
  v_roles text[] := array(
    select jsonb_array_elements_text(v_governance->'require_mfa_roles')
    union select jsonb_array_elements_text(p_new.auth->'mfa'->'required_roles') order by 1);
  v_done text;
begin
  update app.tenant_settings s
  set auth = p_new.auth, authors = p_new.authors, branding = p_new.branding,
    governance = v_governance
  where s.tenant_id = p_new.tenant_id;
  update app.tenants t
  set ip_allowlist = v_ips, session_duration = v_duration, mfa_roles = v_roles
  where t.tenant_id = p_new.tenant_id
    and (t.ip_allowlist, t.session_duration, t.mfa_roles)
      is distinct from (v_ips, v_duration, v_roles);
  v_done := app.journal_write(p_new.tenant_id, p_event, split_part(p_event, '.', 1),
    p_new.tenant_id, p_after::json, (
      select json_object_agg(b.key, b.value) from jsonb_each(p_before) b
      where b.key = any (p_changed)), p_changed);
end $$;
comment on function app.settings_save is
  'Keeps the settings of a tenant that the caller has locked, with what every call looks at in '
  'app.tenants, and a row in the journal, whose texts must hold no secret';
