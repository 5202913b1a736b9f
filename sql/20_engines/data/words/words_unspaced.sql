create or replace function app.words_unspaced(p_texts text[])
returns tsvector
language plpgsql immutable as $$
declare
  v_run constant text := '[' || app.unspaced() || ']+';
  v_text text := array_to_string(p_texts, E'\n');
  v_chars text[];
  v_words tsvector;
  v_grams tsvector;
begin
  if v_text !~ v_run then
    return jsonb_to_tsvector('simple', to_jsonb(p_texts), '["string"]');
  end if;
  v_words := jsonb_to_tsvector('simple', (
    select json_agg(regexp_replace(t, v_run, ' ', 'g') order by n)::jsonb
    from unnest(p_texts) with ordinality u(t, n)), '["string"]');
  -- More of them, of four bytes each, are more than a tsvector holds.
  v_chars := app.characters(left(v_text, 80000));
  v_grams := array_to_string(array(
    select case c.next <> ' ' when true then c.this || c.next else c.this end || ':' || c.n
    from unnest(v_chars, v_chars[2:]) with ordinality c(this, next, n) where c.this <> ' '), ' ')::tsvector;
  -- PostgreSQL keeps 255 places of a word, and none beyond 16,383: there only the words count, not that they are
  -- beside each other (app.words_phrase).
  if cardinality(v_chars) - length(v_grams) >= 254 and exists (
      select 1 from unnest(v_grams) g where cardinality(g.positions) >= 255)
    or cardinality(v_chars) >= 16383 then
    v_grams := setweight(v_grams, 'C');
  end if;
  return v_words || v_grams;
end $$;
comment on function app.words_unspaced is
  'The words of texts that may be of scripts without spaces: of those each pair of characters, and the last '
  'one of a run, in weight C where there are more than PostgreSQL keeps the places of';
