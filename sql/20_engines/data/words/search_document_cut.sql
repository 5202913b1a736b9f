create or replace function app.search_document_cut(p_texts jsonb)
returns tsvector
language sql immutable as $$
  -- A tsvector ends at 1 MB.
  select app.words(left(string_agg(t.value, E'\n' order by t.key), 100000))
  from jsonb_each_text(p_texts) t
$$;
comment on function app.search_document_cut is
  'The words of a long document: those of its first 100,000 characters';
