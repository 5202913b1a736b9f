create or replace function app.form_json(p_form app.forms, args jsonb)
returns json
language sql stable as $$
  select json_build_object('id', p_form.id, 'name', p_form.name, 'slug', p_form.slug,
    'object_type_id', p_form.object_type_id, 'fields', p_form.fields,
    'settings', app.form_settings(p_form), 'status', app.form_status(p_form),
    'submission_count', app.form_submission_count(p_form),
    'share_url', (args->>'base_url') || '/f/' || p_form.id,
    'created_by', p_form.created_by, 'created_at', p_form.created_at,
    'updated_at', p_form.updated_at)
$$;
comment on function app.form_json is 'A form as those who manage it see it; args.base_url is where its page is';
