create or replace function app.portal_target(p_tenant text, p_redirect_to text)
returns text
language plpgsql stable as $$
declare v_target text := app.redirect_check(p_tenant, p_redirect_to);
begin
  if v_target is null then
    perform app.invalid('redirect_to', 'required', 'is required while site_url of /v1/auth-config is not set');
  end if;
  return v_target;
end $$;
comment on function app.portal_target is
  'Where the tenant''s portal is: redirect_to where auth-config allows it, else site_url; 400';
