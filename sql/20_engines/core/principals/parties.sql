create or replace function app.parties(p_principal jsonb default app.principal())
returns setof jsonb
language sql stable as $$
  select jsonb_array_elements(coalesce(p_principal->'limits', jsonb_build_array(p_principal)))
  where p_principal is not null
$$;
comment on function app.parties is
  'Everyone whose rights a principal needs, each as a principal with all of their own rights: the '
  'caller alone, or of a run also everyone who wrote a part of it (app.principal_limited)';
