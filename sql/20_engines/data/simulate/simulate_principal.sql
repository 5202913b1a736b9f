create or replace function app.simulate_principal(p_tenant text, p_context jsonb)
returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('type', 'user', 'id', c->'user_id',
    'user_id', c->'user_id', 'email', lower(c->>'email'), 'role', c->'role',
    'roles', coalesce(nullif(c->'roles', 'null'), '[]') || coalesce(nullif(c->'role', 'null'), '[]'),
    'aal', c->'aal', 'metadata', c->'metadata', 'scopes', '[]'::jsonb, 'tenant_id', p_tenant))
  from (select coalesce(p_context, '{}')) g(c)
$$;
comment on function app.simulate_principal is
  'The caller that a simulation speaks of, {user_id, role, roles, email, aal, metadata}, as a '
  'principal';
