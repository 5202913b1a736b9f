create or replace function app.role_check(p_tenant text, p_role text, p_path text, p_others text[] default '{}')
returns void
language plpgsql stable as $$
declare v_roles text[] := app.role_names(p_tenant) || p_others;
begin
  if p_role is null or p_role = any (v_roles) then return; end if;
  perform app.invalid(p_path, 'unknown_role', format('there is no role %s%s', left(p_role, 100),
    coalesce(nullif(app.role_hint(p_role, v_roles), ''), '. Name one that GET /v1/roles lists')));
end $$;
comment on function app.role_check is 'Refuses with 400 a role that does not exist, with the one that was probably meant';
