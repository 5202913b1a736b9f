create or replace function app.portal_caller()
returns jsonb
language plpgsql stable as $$
declare v_principal jsonb := app.principal();
begin
  if v_principal->>'type' is distinct from 'portal' then
    perform app.fail(403, 'FORBIDDEN',
      'This is for a contact of the portal: send the access token of /v1/portal/auth/verify.');
  end if;
  return v_principal;
end $$;
comment on function app.portal_caller is
  'Returns the contact who calls, as auth.authenticate_portal found them; 403 for other callers';
