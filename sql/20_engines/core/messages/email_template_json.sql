create or replace function app.email_template_json(p_template app.email_templates)
returns json
language sql stable as $$
  select case when p_template.id is not null then json_build_object('id', p_template.id,
    'name', p_template.name, 'subject', p_template.subject, 'html', p_template.html,
    'text', p_template.text, 'variables', p_template.variables,
    'created_by', p_template.created_by, 'created_at', p_template.created_at,
    'updated_at', p_template.updated_at) end
$$;
comment on function app.email_template_json is 'A template of mails as the API shows it; null for none';
