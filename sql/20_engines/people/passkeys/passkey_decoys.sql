create or replace function app.passkey_decoys(p_tenant text, p_email text)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_key bytea := (select uuid_send(s.decoy_key) from app.installation_settings s);
  v_id bytea;
begin
  perform app.own_tenant_check(p_tenant);
  v_id := sha256(v_key || sha256(v_key || convert_to(p_tenant || ' ' || lower(p_email), 'UTF8')));
  return json_build_array(json_build_object(
    'id', rtrim(translate(encode(v_id, 'base64'), '+/', '-_'), '='), 'transports', json_build_array('hybrid', 'internal')));
end $$;
comment on function app.passkey_decoys is
  'A passkey that does not exist, for an email without one: always the same, so that no answer tells which emails have an account (WebAuthn, 14.6.2). '
  'Of a key of the installation that no rotation changes: one that changed where the passkeys of accounts stay would tell';
