create or replace function app.identity_link(
  p_user app.users, p_source jsonb, p_account jsonb, p_is_agreed boolean)
returns app.identities
language plpgsql volatile as $$
declare
  v_identity app.identities :=
    app.identity_find(p_user.tenant_id, p_source, p_account->>'subject');
  v_done text;
begin
  if v_identity.user_id = p_user.id then
    if p_is_agreed then
      update app.identities i set consent = p_source->>'fingerprint'
      where i.tenant_id = p_user.tenant_id and i.id = v_identity.id;
    end if;
    return v_identity;
  elsif v_identity.id is not null then
    perform app.fail(409, 'IDENTITY_ALREADY_LINKED', format('This %s account is already linked to '
      'another user. Sign in with it, or unlink it from that user first.', p_source->>'provider'));
  end if;
  v_identity := app.identity_add(p_user, p_source, p_account, p_is_agreed);
  v_done := app.journal_write(p_user.tenant_id, 'user.linked', 'user', p_user.id,
    json_build_object('id', p_user.id, 'identity_id', v_identity.id,
      'provider', v_identity.provider, 'email', v_identity.email));
  return v_identity;
end $$;
comment on function app.identity_link is
  'Lets a user sign in with an account elsewhere; consent is renewed for one that is already '
  'theirs. 409 IDENTITY_ALREADY_LINKED when it is another user''s';
