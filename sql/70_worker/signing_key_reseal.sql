create or replace function worker.signing_key_reseal(p_kid text, p_was text, p_now text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.signing_keys k set private_key = p_now where k.kid = p_kid and k.private_key = p_was;
  return found;
end $$;
comment on function worker.signing_key_reseal is
  'Puts the private part of a signing key in its place, sealed with another key; false when it has changed since it was read';
