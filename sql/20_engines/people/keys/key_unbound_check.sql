create or replace function app.key_unbound_check()
returns void
language plpgsql stable as $$
begin
  if not app.policies_bind(app.principal()) then return; end if;
  perform app.fail(403, 'FORBIDDEN',
    'Row policies apply to you, so you cannot create or change a key to which they do not apply. '
    'Leave bound_by_policies out, or ask an owner or admin.', null, 'bound_by_policies');
end $$;
comment on function app.key_unbound_check is
  'Refuses with 403 unless the caller may make and change keys to which row policies do not '
  'apply: only callers to whom they do not apply either may';
