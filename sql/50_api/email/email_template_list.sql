create or replace function api.email_template_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.email_template_json(row(t.*)::app.email_templates) order by t.id desc), count(*))
  from app.email_templates t where t.tenant_id = tenant
$$;
comment on function api.email_template_list is 'List email templates, newest first';
