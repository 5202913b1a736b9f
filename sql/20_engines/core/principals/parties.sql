create or replace function app.parties(p_principal jsonb default app.principal())
returns setof jsonb
language sql stable as $$
  select jsonb_array_elements(coalesce(p_principal->'limits', jsonb_build_array(p_principal)))
  where p_principal is not null
$$;
comment on function app.parties is
  'Returns every user and key whose rights a principal needs, each as a principal with all of '
  'their own rights: only the caller, or, for a run, also each of its authors '
  '(app.principal_limited)';
