create or replace function api.email_template_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.email_template_json(app.email_template_find(tenant, args->>'template_id'))
$$;
comment on function api.email_template_get is 'Get an email template';
