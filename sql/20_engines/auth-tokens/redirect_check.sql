create or replace function app.redirect_check(p_tenant text, p_redirect_to text)
returns text
language plpgsql stable as $$
declare
  v_config jsonb := app.auth_config(p_tenant);
  v_site text := v_config->>'site_url';
  v_allowed text[] := array(select jsonb_array_elements_text(v_config->'redirect_allow_list'));
begin
  if p_redirect_to is null then return v_site; end if;
  if p_redirect_to !~ '[\x01-\x20\x7f\\]' and p_redirect_to !~* '^(javascript|data|vbscript):'
    and (p_redirect_to = v_site or p_redirect_to = any (v_allowed) or exists (
      -- What a pattern is compared with ends in "/", so that host and port are whole.
      select from unnest(v_allowed || (rtrim(v_site, '/') || '/**')) a
      where right(a, 3) = '/**' and starts_with(p_redirect_to, left(a, -2))
        and p_redirect_to !~* '/(\.|%2e){2}(/|$|\?|#)')) then
    return p_redirect_to;
  end if;
  perform app.fail(400, 'INVALID_REDIRECT',
    'redirect_to must be site_url, below it, or in redirect_allow_list of /v1/auth-config.',
    null, 'redirect_to');
end $$;
comment on function app.redirect_check is
  'Where a browser may be sent: p_redirect_to when it is site_url, below it, or in '
  'redirect_allow_list (whole, or a prefix that ends in /**), site_url for null; else 400 '
  'INVALID_REDIRECT. Null when the tenant has no site_url';
