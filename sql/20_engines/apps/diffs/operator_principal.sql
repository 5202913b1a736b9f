create or replace function app.operator_principal(p_meta jsonb default null)
returns jsonb
language sql immutable as $$
  select '{"type": "platform", "id": "platform", "scopes": ["*"]}'::jsonb
    || case when p_meta is null then '{}' else jsonb_build_object('meta', p_meta) end
$$;
comment on function app.operator_principal is
  'The operator, as which a worker looks at a tenant or changes it. p_meta goes with each event of that: {restore_id, quiet}; '
  'what is quiet sets nothing off';
