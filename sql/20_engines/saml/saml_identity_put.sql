create or replace function app.saml_identity_put(
  p_user app.users, p_provider app.saml_providers, args jsonb)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_id text := app.new_id('idn');
  v_identity app.identities;
  v_metadata app.users := p_user;
begin
  insert into app.identities as i
    (tenant_id, id, user_id, provider, subject, email, identity_data, last_sign_in_at)
  values (p_user.tenant_id, v_id, p_user.id, 'saml:' || p_provider.id,
    args->>'subject', lower(args->>'email'), args->'attributes', v_now)
  on conflict (tenant_id, provider, subject) do update set email = excluded.email,
    identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at
  returning * into v_identity;
  if v_identity.id = v_id then
    perform app.journal_write(p_user.tenant_id, 'user.linked', 'user', p_user.id,
      json_build_object('id', p_user.id, 'identity_id', v_identity.id,
        'provider', v_identity.provider, 'subject', v_identity.subject));
  end if;
  v_metadata.user_metadata := p_user.user_metadata || (args->'user_metadata');
  if v_metadata.user_metadata <> p_user.user_metadata then
    perform app.user_save(p_user, v_metadata);
  end if;
end $$;
comment on function app.saml_identity_put is
  'Notes the account at the provider, and brings mapped attributes up to date in user_metadata';
