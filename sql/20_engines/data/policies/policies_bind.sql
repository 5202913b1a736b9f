create or replace function app.policies_bind(p_principal jsonb)
returns boolean
language sql immutable as $$
  select case when p_principal ? 'limits' then app.policies_bind_any(p_principal->'limits')
    else p_principal is not null and not coalesce(p_principal->'scopes' ? '*', false)
      and p_principal->>'type' <> 'system'
      and p_principal->'bound_by_policies' is distinct from 'false' end
$$;
comment on function app.policies_bind is
  'Whether row policies bind a caller: not the worker at its own work, nor anyone who holds the '
  'scope *, nor a key that was made so (bound_by_policies: false)';
