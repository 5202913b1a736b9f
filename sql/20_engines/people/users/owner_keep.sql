create or replace function app.owner_keep(p_user app.users)
returns void
language plpgsql volatile as $$
begin
  if p_user.role = 'owner' and not exists (
    select 1 from app.users u
    where u.tenant_id = p_user.tenant_id and u.role = 'owner' and u.id <> p_user.id
      and not app.user_is_banned(row(u.*)::app.users)) then
    perform app.fail(409, 'INVALID_STATE',
      'This is the last owner of the tenant. Make someone else an owner first.');
  end if;
end $$;
comment on function app.owner_keep is
  'Refuses with 409 INVALID_STATE when a user is the last owner: for a delete, a ban or another '
  'role, after app.owners_lock';
