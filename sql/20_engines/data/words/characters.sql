create or replace function app.characters(p_text text)
returns text[]
language sql immutable as $$
  select string_to_array(
    btrim(regexp_replace(p_text, '[^' || app.unspaced() || ']+', ' ', 'g')), null)
$$;
comment on function app.characters is
  'The characters of scripts without spaces in a text, with a space for what stands between them';
