create or replace function app.auth_config_answer(p_tenant text)
returns json
language sql stable as $$
  select app.answer(
    json_build_object('ETag', '"' || app.auth_config_tag(app.settings_find(p_tenant)) || '"'),
    app.auth_config_masked(app.auth_config(p_tenant))::json)
$$;
comment on function app.auth_config_answer is 'The auth-config of a tenant as the API shows it, with its ETag';
