create or replace function app.key_principal(p_key app.api_keys)
returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'api_key', 'id', p_key.id, 'scopes', p_key.scopes,
    'bound_by_policies', nullif(p_key.bound_by_policies, true),
    'sees_private', nullif(p_key.sees_private, true))
$$;
comment on function app.key_principal is
  'A key as app.principal() shows who calls; auth.authenticate makes the same of the row it reads';
