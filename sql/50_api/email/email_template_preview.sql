create or replace function api.email_template_preview(tenant text, args jsonb)
returns json
language sql stable as $$
  select ('{"text": null, "html": null}' || app.email_template_filled(
    app.email_template_find(tenant, args->>'template_id'),
    coalesce(args->'variables', '{}')))::json
$$;
comment on function api.email_template_preview is 'Preview an email template';
