create or replace function app.saml_change_check(p_old app.saml_providers, args jsonb)
returns void
language plpgsql stable as $$
begin
  if p_old.entity_id is not null and args ?| '{entity_id,domains,attribute_mapping}'
    and not '*' = any (app.caller_permissions())
    and app.authors_hold_all(p_old.tenant_id, p_old.authors) then
    perform app.fail(403, 'FORBIDDEN', 'This identity provider was set up by someone with every '
      'permission and can sign in such users, so only a caller with the scope * can change these '
      'settings.',
      jsonb_build_object('required', '*'));
  end if;
end $$;
comment on function app.saml_change_check is
  'Refuses with 403 when a caller who does not hold everything changes a provider that was set up '
  'by someone who does';
