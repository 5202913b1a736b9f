create or replace function app.redirect_parts(p_tenant text, p_redirect_to text)
returns text[]
language plpgsql stable as $$
declare
  v_config jsonb := app.auth_config(p_tenant);
  v_site text := v_config->>'site_url';
begin
  if p_redirect_to ~ '[\x01-\x20\x7f\\]' or p_redirect_to ~* '^(javascript|data|vbscript):' then
    return '{}';
  end if;
  return array(
    select a.part
    from (
      select 'redirect_allow_list.' || r as part, r as target
      from jsonb_array_elements_text(v_config->'redirect_allow_list') r
      union all values ('site_url', v_site), ('site_url', rtrim(v_site, '/') || '/**')) a
    where p_redirect_to = a.target
      -- A text compared with a pattern ends in "/", so that host and port are whole.
      or right(a.target, 3) = '/**' and starts_with(p_redirect_to, left(a.target, -2))
        and p_redirect_to !~* '/(\.|%2e){2}(/|$|\?|#)');
end $$;
comment on function app.redirect_parts is
  'The settings (app.author_parts) by which a browser may be sent to p_redirect_to: site_url, the '
  'entries of redirect_allow_list that it is or lies below';
