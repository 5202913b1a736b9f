create or replace function app.email_domain_lock(p_tenant text, p_domain text)
returns app.email_domains
language plpgsql volatile as $$
declare v_domain app.email_domains;
begin
  select * into v_domain from app.email_domains d
  where d.tenant_id = p_tenant and d.domain = lower(p_domain) for update;
  if not found then perform app.not_found('email domain', p_domain); end if;
  return v_domain;
end $$;
comment on function app.email_domain_lock is 'A domain that emails come from, locked, or 404';
