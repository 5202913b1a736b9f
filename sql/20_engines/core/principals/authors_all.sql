create or replace function app.authors_all(p_authors jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(distinct a)::jsonb, '[]')
  from jsonb_each(p_authors) p cross join jsonb_array_elements(p.value) a
$$;
comment on function app.authors_all is
  'Everyone who last wrote a part of something: [{type, id}] of {part: [{type, id}]}';
