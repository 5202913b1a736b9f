create or replace function app.keys_in_force()
returns text[]
language plpgsql stable as $$
declare
  v_begin constant text := 'ENCRYPTION_KEY ';
  v_note text := shobj_description(to_regrole('insula_api')::oid, 'pg_authid');
begin
  return array(
    select k.fingerprint from app.encryption_keys k
    union
    select substr(v_note, length(v_begin) + 1) where starts_with(v_note, v_begin));
end $$;
comment on function app.keys_in_force is
  'Returns the fingerprints of the keys that a process needs: those that may have sealed something, and the one that the passwords of '
  'the database logins come from';
