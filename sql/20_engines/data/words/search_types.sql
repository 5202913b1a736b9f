create or replace function app.search_types()
returns text[]
language sql immutable as $$
  select array['string', 'text', 'richtext', 'email', 'url', 'slug']
$$;
comment on function app.search_types is 'The data types whose texts full text search covers';
