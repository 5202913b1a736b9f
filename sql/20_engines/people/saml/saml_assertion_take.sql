create or replace function app.saml_assertion_take(
  p_provider app.saml_providers, p_assertion_id text, p_expires_at timestamptz)
returns boolean
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_hash bytea := sha256(convert_to(p_provider.id || ' ' || p_assertion_id, 'UTF8'));
begin
  delete from app.saml_assertions a
  where a.tenant_id = p_provider.tenant_id and a.expires_at < v_now;
  insert into app.saml_assertions (tenant_id, assertion_hash, expires_at)
  values (p_provider.tenant_id, v_hash, p_expires_at) on conflict do nothing;
  return found;
end $$;
comment on function app.saml_assertion_take is
  'Whether a signed message of an identity provider comes for the first time. It is remembered '
  'until p_expires_at, after which it would be refused for its age';
