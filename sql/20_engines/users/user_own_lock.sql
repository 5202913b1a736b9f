create or replace function app.user_own_lock(p_tenant text)
returns app.users
language plpgsql volatile as $$
declare v_principal jsonb := app.principal();
begin
  if v_principal->>'role' = 'owner' then perform app.owners_lock(p_tenant); end if;
  return app.user_lock(p_tenant, v_principal->>'user_id');
end $$;
comment on function app.user_own_lock is
  'The signed-in user, locked to leave; an owner after the other owners';
