create or replace function app.key_unbound_check()
returns void
language plpgsql stable as $$
begin
  if not app.policies_bind(app.principal()) then return; end if;
  perform app.fail(403, 'FORBIDDEN',
    'Row policies bind you, so you cannot make a key that they do not bind, or change one. Leave '
    'bound_by_policies out, or ask an owner or admin.', null, 'bound_by_policies');
end $$;
comment on function app.key_unbound_check is
  '403 unless the caller may make and change keys that row policies do not bind: only those may '
  'whom they do not bind either';
