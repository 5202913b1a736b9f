create or replace function api.email_domain_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.email_domain_json(row(d.*)::app.email_domains) order by d.domain), count(*))
  from app.email_domains d where d.tenant_id = tenant
$$;
comment on function api.email_domain_list is 'Returns all sender domains';
