create or replace function app.search_term(p_query tsquery)
returns jsonb
language sql stable as $$
  -- "Without a word" tells nothing about the whole object: the word may be in another property.
  select case when p_query::text !~ '!' and numnode(p_query) > 0
    then jsonb_build_object('words', p_query::text) end
$$;
comment on function app.search_term is
  'Returns the lookup in the index of words for a query that one property must match, or null';
