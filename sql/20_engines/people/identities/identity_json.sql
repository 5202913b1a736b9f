create or replace function app.identity_json(p_identity app.identities)
returns json
language sql stable as $$
  select json_build_object('id', p_identity.id, 'provider', p_identity.provider,
    'identity_data', p_identity.identity_data, 'email', p_identity.email,
    'created_at', p_identity.created_at, 'last_sign_in_at', p_identity.last_sign_in_at)
$$;
comment on function app.identity_json is 'An account elsewhere as its user is shown it';
