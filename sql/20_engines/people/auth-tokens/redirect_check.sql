create or replace function app.redirect_check(p_tenant text, p_redirect_to text)
returns text
language plpgsql stable as $$
begin
  if p_redirect_to is null then return app.auth_config(p_tenant)->>'site_url'; end if;
  if app.redirect_parts(p_tenant, p_redirect_to) <> '{}' then return p_redirect_to; end if;
  perform app.fail(400, 'INVALID_REDIRECT',
    'redirect_to must be site_url, a URL below it, or an entry of redirect_allow_list in '
    '/v1/auth-config.',
    null, 'redirect_to');
end $$;
comment on function app.redirect_check is
  'Returns where a browser may be sent: p_redirect_to when it is site_url, below it, or in '
  'redirect_allow_list (whole, or a prefix that ends in /**), site_url for null; otherwise 400 '
  'INVALID_REDIRECT. Null when the tenant has no site_url';
