create or replace function app.form_slug(p_name text, p_id text)
returns text
language sql immutable as $$
  select case when s.words = '' then 'form' else s.words end || '-' || right(p_id, 6)
  from (select btrim(left(regexp_replace(lower(p_name), '[^a-z0-9]+', '-', 'g'), 80), '-')) s(words)
$$;
comment on function app.form_slug is
  'The name of a form as words joined by hyphens, with the end of its id, which no other form has';
