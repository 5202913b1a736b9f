create or replace function app.words_query(p_text text)
returns tsquery
language plpgsql immutable as $$
declare
  v_unspaced constant text := '[' || app.unspaced() || ']';
  v_quoted text[];
  v_mark text;
  v_phrases text[] := '{}';
  v_text text := '';
  v_query text;
  v_chunk text;
begin
  if p_text !~ '[^\u0001-\u0dff]' or p_text !~ v_unspaced then
    return websearch_to_tsquery('simple', p_text);
  end if;
  v_quoted := string_to_array(p_text, '"');
  -- A word that no query holds stands for each phrase, so that "or", "-" and quotes mean what they always do.
  v_mark := 'x' || md5(p_text) || 'x';
  for i in 1 .. cardinality(v_quoted) loop
    if i % 2 = 0 and i < cardinality(v_quoted) and v_quoted[i] !~ v_unspaced then
      v_text := v_text || '"' || v_quoted[i] || '"';
      continue;
    end if;
    foreach v_chunk in array case when i % 2 = 0 and i < cardinality(v_quoted) then array[v_quoted[i]]
      else array(select m[1] from regexp_matches(v_quoted[i], '\s+|\S+', 'g') m) end
    loop
      if v_chunk ~ v_unspaced then
        if v_text ~ '[^\s-]$' then v_text := v_text || ' '; end if;
        v_phrases := v_phrases || app.words_phrase(v_chunk)::text;
        v_text := v_text || case when i % 2 = 1 and v_chunk like '-%' then '-' else '' end
          || v_mark || cardinality(v_phrases) || 'x ';
      else
        v_text := v_text || v_chunk;
      end if;
    end loop;
  end loop;
  v_query := websearch_to_tsquery('simple', v_text)::text;
  for i in 1 .. cardinality(v_phrases) loop
    v_query := replace(v_query, '''' || v_mark || i || 'x''', '( ' || v_phrases[i] || ' )');
  end loop;
  return v_query::tsquery;
end $$;
comment on function app.words_query is
  'The full text query of a text in the syntax of web searches. What is written in scripts without spaces is '
  'found within longer texts, a single character too';
