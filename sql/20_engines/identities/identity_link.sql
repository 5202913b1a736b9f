create or replace function app.identity_link(
  p_user app.users, p_provider text, p_subject text, p_email text, p_data jsonb)
returns app.identities
language plpgsql volatile as $$
declare v_identity app.identities;
begin
  select * into v_identity from app.identities i
  where i.tenant_id = p_user.tenant_id and i.provider = p_provider and i.subject = p_subject;
  if v_identity.user_id = p_user.id then return v_identity; end if;
  if found then
    perform app.fail(409, 'IDENTITY_ALREADY_LINKED', format('This account at %s belongs to another '
      'user. Sign in with it, or unlink it there first.', p_provider));
  end if;
  v_identity := app.identity_add(p_user, p_provider, p_subject, p_email, p_data);
  perform app.journal_write(p_user.tenant_id, 'user.linked', 'user', p_user.id,
    json_build_object('id', p_user.id, 'identity_id', v_identity.id, 'provider', p_provider,
      'email', v_identity.email));
  return v_identity;
end $$;
comment on function app.identity_link is
  'Lets a user sign in with an account elsewhere (its own already: nothing to do); 409 '
  'IDENTITY_ALREADY_LINKED when it is another user''s';
