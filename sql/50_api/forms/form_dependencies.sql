create or replace function api.form_dependencies(tenant text, args jsonb)
returns json
language sql stable as $$
  select json_build_object('dependencies',
    app.form_dependencies(app.form_find(tenant, args->>'form_id')))
$$;
comment on function api.form_dependencies is 'List what is deleted with a form';
