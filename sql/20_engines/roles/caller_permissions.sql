create or replace function app.caller_permissions()
returns text[]
language plpgsql stable as $$
declare v_principal jsonb := app.principal();
begin
  if v_principal ? 'permissions' then
    return array(select jsonb_array_elements_text(v_principal->'permissions'));
  end if;
  return app.scope_permissions(array(select jsonb_array_elements_text(v_principal->'scopes')));
end $$;
comment on function app.caller_permissions is
  'What the caller may give away: the permissions of a user, or what the scopes of a key amount to';
