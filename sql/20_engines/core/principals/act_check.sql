create or replace function app.act_check(p_scope text, p_permission text)
returns void
language plpgsql stable as $$
begin
  perform app.party_check(p, p_scope, p_permission) from app.parties() p;
end $$;
comment on function app.act_check is
  '403 unless the present principal may: a user by the permissions of their roles, others by '
  'scope; and so may everyone who wrote a part of what acts';
