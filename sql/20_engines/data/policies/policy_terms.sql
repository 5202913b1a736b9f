create or replace function app.policy_terms(p_terms jsonb[], p_principal jsonb)
returns jsonb[]
language sql stable as $$
  select case
    when cardinality(p_terms) = 1 then array(
      select app.policy_term(t, p_principal) from jsonb_array_elements(p_terms[1]) t)
    when (select bool_and(t->0 is not null) from unnest(p_terms) t) then array[
      jsonb_build_object('any',
        (select json_agg(app.policy_term(t->0, p_principal))::jsonb from unnest(p_terms) t))]
    else '{}' end
$$;
comment on function app.policy_terms is
  'Returns the index lookup for the allows of a caller, of which any must hold; p_terms are the '
  'terms of each';
