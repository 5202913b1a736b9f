create or replace function app.auth_config_tag(p_settings app.tenant_settings)
returns text
language sql immutable as $$
  select md5(coalesce(p_settings.auth, '{}')::text)
$$;
comment on function app.auth_config_tag is 'The tag of an auth-config: a hash of what has been set';
