create or replace function app.anonymous_account(p_user app.users, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := p_user.tenant_id;
  v_provider text := args->>'provider';
  v_account jsonb := args->'account';
  v_subject text := v_account->>'subject';
  v_existing app.users;
begin
  select u.* into v_existing
  from app.identities i join app.users u on u.tenant_id = i.tenant_id and u.id = i.user_id
  where i.tenant_id = v_tenant and i.provider = v_provider and i.subject = v_subject;
  if v_existing.id is null and v_account @> '{"email_verified": true}' then
    v_existing := app.user_by_address(v_tenant, v_account->>'email', null);
    if v_existing.email_verified_at is null then v_existing := null; end if;
  end if;
  if v_existing.id is null then
    perform app.account_link(p_user, v_provider, v_account);
    return app.session_own(app.user_find(v_tenant, p_user.id));
  end if;
  if args->>'on_conflict' = 'error' then
    perform app.fail(409, 'IDENTITY_ALREADY_LINKED', 'This account belongs to another user '
      'already. Set on_conflict to go on as that user.');
  end if;
  perform app.account_link(v_existing, v_provider, v_account);
  return app.anonymous_join(p_user, v_existing, args->>'on_conflict', '{oauth}');
end $$;
comment on function app.anonymous_account is
  'Links an account that an id_token has proven to an anonymous user; where it is, or by its email '
  'would be, another user''s, on_conflict says what then';
