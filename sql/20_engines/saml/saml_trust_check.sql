create or replace function app.saml_trust_check(p_old app.saml_providers, args jsonb)
returns boolean
language plpgsql stable as $$
declare v_holds_all boolean := '*' = any (app.caller_permissions());
begin
  if p_old.is_trusted and not v_holds_all and args ?| '{entity_id,domains,attribute_mapping}' then
    perform app.fail(403, 'FORBIDDEN', 'This identity provider was entered by somebody who holds '
      'everything, and may sign such users in: only who holds * can change what it stands for.',
      jsonb_build_object('required', '*'));
  end if;
  return case when args ? 'entity_id' then v_holds_all
    else coalesce(p_old.is_trusted, false) end;
end $$;
comment on function app.saml_trust_check is
  'Whether an identity provider speaks for users who may do more than data: who enters its '
  'metadata decides. 403 when somebody else changes what it stands for';
