create or replace function auth.platform_principal(p_credential jsonb)
returns jsonb
language sql immutable as $$
  select case when p_credential ? 'public'
      then '{"type": "public", "id": "public", "scopes": []}'::jsonb
      -- Engines know the operator by the scope *. The API process has checked the scopes of a platform key.
      else '{"type": "platform", "id": "platform", "scopes": ["*"]}'
        || coalesce(p_credential->'operator', '{}') end
    || jsonb_build_object('request_id', p_credential->'request_id', 'ip', p_credential->'ip',
      'user_agent', p_credential->'user_agent', 'root', p_credential->'root')
$$;
comment on function auth.platform_principal is
  'Returns the caller of /admin: the operator, whose platform key the API process has checked ("operator" {id, label} of '
  'a key that is not PLATFORM_ADMIN_KEY); or anyone ("public")';
