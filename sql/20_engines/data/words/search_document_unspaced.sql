create or replace function app.search_document_unspaced(p_texts jsonb)
returns tsvector
language sql immutable as $$
  select app.words_unspaced(array(
    select t #>> '{}' from jsonb_path_query(p_texts, 'strict $.** ? (@.type() == "string")') t))
$$;
comment on function app.search_document_unspaced is
  'The words of a document in which some script puts no spaces between words';
