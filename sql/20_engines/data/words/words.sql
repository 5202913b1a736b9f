create or replace function app.words(p_text text)
returns tsvector
language sql immutable as $$
  select case
    when p_text !~ '[^\u0001-\u0dff]' then to_tsvector('simple', p_text)
    else app.words_unspaced(array[p_text]) end
$$;
comment on function app.words is
  'The words of a text: in lower case, and of scripts without spaces each pair of characters (app.words_unspaced)';
