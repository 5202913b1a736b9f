create or replace function app.is_administrator(p_principal jsonb default app.principal())
returns boolean
language sql stable as $$
  select not exists (
    select 1 from app.parties(p_principal) p
    where p->>'type' is distinct from 'system' and not coalesce(p->'scopes' ? '*', false))
$$;
comment on function app.is_administrator is
  'Whether the caller, or another principal, holds the scope *, in a run with each of its authors, or is the worker at its own work';
