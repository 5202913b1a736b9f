create or replace function app.grant_check(p_permissions text[], p_is_owner boolean)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_all boolean := v_principal->'scopes' ? '*';
  v_held text[];
  v_beyond text;
begin
  if p_is_owner then
    if not v_all or exists (
      select 1 from app.parties() p
      where p->>'type' = 'user' and p->>'role' is distinct from 'owner') then
      perform app.fail(403, 'FORBIDDEN', 'Only an owner may appoint, change or remove owners.',
        '{"required": "owner"}');
    end if;
  end if;
  if v_all then return; end if;
  -- The rights of anyone who signs up, and those of the caller.
  v_held := app.system_permissions('user') || app.caller_permissions();
  v_beyond := app.permission_beyond(v_held, p_permissions);
  if v_beyond is not null then
    perform app.fail(403, 'FORBIDDEN', format(
      'You cannot grant, change or remove a role that permits %s, because you do not hold that '
      'permission yourself.',
      v_beyond), jsonb_build_object('required', v_beyond));
  end if;
end $$;
comment on function app.grant_check is
  'Refuses with 403 unless the caller may grant these permissions, or change their holders: no '
  'one can raise a user, themselves included, above their own permissions. An API key with the '
  'scope * is as good as an owner';
