create or replace function app.auth_config_masked(p_config jsonb)
returns jsonb
language sql immutable as $$
  select p_config
    || jsonb_build_object(
      'oauth', (
        select coalesce(json_object_agg(o.key, o.value || case when o.value ? 'client_secret'
          then jsonb_build_object('client_secret', app.secret_dots(o.value->>'client_secret'))
          else '{}' end)::jsonb, '{}')
        from jsonb_each(p_config->'oauth') o),
      'captcha', p_config->'captcha' || case
        when p_config->'captcha' ? 'secret'
          then jsonb_build_object('secret', app.secret_dots(p_config #>> '{captcha,secret}'))
        else '{}' end)
$$;
comment on function app.auth_config_masked is
  'A whole auth-config as the API shows it: with dots for its secrets';
