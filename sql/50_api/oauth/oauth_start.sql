create or replace function api.oauth_start(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_provider jsonb := app.oauth_provider(tenant, args->>'provider');
  v_redirect_to text := app.redirect_check(tenant, args->>'redirect_to');
begin
  if v_redirect_to is null then
    perform app.fail(400, 'INVALID_REDIRECT', 'redirect_to is required, because this tenant has no '
      'site_url.',
      null, 'redirect_to');
  end if;
  return json_build_object('provider', v_provider, 'redirect_to', v_redirect_to);
end $$;
comment on function api.oauth_start is
  'Returns an identity provider and the checked redirect of a sign-in';
