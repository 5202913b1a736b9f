create or replace function app.portal_open(p_tenant text)
returns app.object_types
language plpgsql stable as $$
declare v_type app.object_types := app.portal_type(p_tenant);
begin
  if v_type.id is null then
    perform app.fail(403, 'PROVIDER_DISABLED',
      'The portal is switched off for this tenant: see portal of /v1/auth-config.');
  end if;
  return v_type;
end $$;
comment on function app.portal_open is 'The type of the contacts, or 403 where there is no portal';
