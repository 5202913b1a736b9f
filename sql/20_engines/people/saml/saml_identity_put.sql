create or replace function app.saml_identity_put(
  p_user app.users, p_provider app.saml_providers, args jsonb)
returns void
language plpgsql volatile as $$
declare
  v_source jsonb := app.saml_source(p_provider);
  v_identity app.identities := app.identity_find(p_user.tenant_id, v_source, args->>'subject');
  v_now timestamptz := clock_timestamp();
  v_metadata app.users := p_user;
  v_done text;
begin
  if v_identity.id is null then
    v_identity := app.identity_add(p_user, v_source, jsonb_build_object(
      'subject', args->'subject', 'email', args->'email', 'data', args->'attributes'), false);
    v_done := app.journal_write(p_user.tenant_id, 'user.linked', 'user', p_user.id,
      json_build_object('id', p_user.id, 'identity_id', v_identity.id,
        'provider', v_identity.provider, 'subject', v_identity.subject));
  else
    update app.identities i set email = lower(args->>'email'),
      identity_data = args->'attributes', last_sign_in_at = v_now
    where i.tenant_id = p_user.tenant_id and i.id = v_identity.id;
  end if;
  v_metadata.user_metadata := p_user.user_metadata || (args->'user_metadata');
  if v_metadata.user_metadata <> p_user.user_metadata then
    perform app.user_save(p_user, v_metadata);
  end if;
end $$;
comment on function app.saml_identity_put is
  'Notes the account at the provider, and brings mapped attributes up to date in user_metadata';
