create or replace function app.account_link(
  p_user app.users, p_provider text, p_account jsonb)
returns app.identities
language plpgsql volatile as $$
declare
  v_config jsonb := app.auth_config(p_user.tenant_id);
  v_email text := lower(p_account->>'email');
  v_new app.users := p_user;
  v_identity app.identities := app.identity_link(
    p_user, app.oauth_source(p_user.tenant_id, p_provider, p_account), p_account, true);
begin
  if not p_user.is_anonymous then return v_identity; end if;
  if v_config @> '{"disable_signup": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED', 'Sign-up is switched off for this tenant.');
  end if;
  v_new.is_anonymous := false;
  if v_new.role = 'anonymous' then v_new.role := v_config->>'default_role'; end if;
  if p_account @> '{"email_verified": true}'
    and (app.user_by_address(p_user.tenant_id, v_email, null)).id is null then
    v_new.email := v_email;
    v_new.email_verified_at := clock_timestamp();
  end if;
  perform app.user_save(p_user, v_new);
  return v_identity;
end $$;
comment on function app.account_link is
  'Links an account as the doorway has it from a provider to a signed-in user (locked), who '
  'thereby agrees to the provider. An anonymous user is anonymous no longer, and has the email if '
  'it is verified and free';
