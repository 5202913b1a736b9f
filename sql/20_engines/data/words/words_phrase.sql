create or replace function app.words_phrase(p_text text)
returns tsquery
language plpgsql immutable as $$
declare
  v_chars text[] := app.characters(p_text);
  v_last integer := cardinality(v_chars);
  v_other text := regexp_replace(p_text, '[' || app.unspaced() || ']+', ' ', 'g');
  v_gram text;
  v_at integer;
  v_near text;
  v_far text;
  v_query tsquery;
begin
  for i in 1 .. v_last loop
    continue when v_chars[i] = ' ';
    if i < v_last and v_chars[i + 1] <> ' ' then
      v_gram := v_chars[i] || v_chars[i + 1] || ':';
    elsif i = v_last and i > 1 and v_chars[i - 1] <> ' ' then
      exit;  -- the pair before has it
    else
      v_gram := v_chars[i] || ':*';
    end if;
    v_near := concat(v_near || '<' || i - v_at || '>', rtrim(v_gram, ':'));
    v_far := concat(v_far || '&', v_gram, 'C');
    v_at := i;
  end loop;
  v_query := case when v_near = rtrim(v_far, 'C:') then v_near else v_near || '|' || v_far end;
  return case when v_other ~ '\S' then phraseto_tsquery('simple', v_other) && v_query else v_query end;
end $$;
comment on function app.words_phrase is
  'Matches a phrase with characters of scripts without spaces: those beside each other, and the '
  'words of other scripts beside each other';
