create or replace function app.sandbox_caller_check(p_tenant text)
returns void
language plpgsql stable as $$
declare
  v_caller jsonb := app.principal();
  v_user app.users;
begin
  if v_caller ? 'user_id' then
    v_user := app.user_find(p_tenant, v_caller->>'user_id');
    if v_user.role not in ('owner', 'admin') then
      perform app.fail(403, 'FORBIDDEN',
        'Only owners and admins of the tenant may make and use sandboxes, or an API key with the scope *.');
    end if;
  elsif app.private_binds(v_caller) or v_caller->'sees_private' = 'false' then
    perform app.fail(403, 'FORBIDDEN',
      'Private object types are closed to this key, and a sandbox shows all of them. Use a key that an owner or admin has made.');
  end if;
end $$;
comment on function app.sandbox_caller_check is
  'Refuses with 403 callers to whom anything of the tenant is closed: a sandbox opens all of its copy';
