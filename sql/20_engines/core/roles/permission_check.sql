create or replace function app.permission_check(p_needed text)
returns void
language plpgsql stable as $$
begin
  perform app.party_check(p, null, p_needed) from app.parties() p where p ? 'permissions';
end $$;
comment on function app.permission_check is
  '403 unless the roles of the caller permit something, where that is a user, and those of each '
  'user who wrote a part of what runs';
