create or replace function api.email_domain_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_domain app.email_domains;
begin
  select * into v_domain from app.email_domains d
  where d.tenant_id = tenant and d.domain = lower(args->>'domain');
  if not found then perform app.not_found('email domain', args->>'domain'); end if;
  return app.email_domain_json(v_domain);
end $$;
comment on function api.email_domain_get is 'Returns a sender domain';
