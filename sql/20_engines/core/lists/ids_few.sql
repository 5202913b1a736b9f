create or replace function app.ids_few(p_ids text[], p_most integer default 1000)
returns text[]
language sql immutable as $$
  select case when cardinality(p_ids) <= p_most then p_ids end
$$;
comment on function app.ids_few is
  'The ids that an index has found, if they are few enough to be read one by one; null where a walk '
  'in the order of the list meets as many soon';
