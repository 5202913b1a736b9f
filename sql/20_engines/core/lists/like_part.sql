create or replace function app.like_part(p_text text)
returns text
language sql immutable as $$
  select '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function app.like_part is 'The LIKE pattern of texts that hold a text; null of null';
