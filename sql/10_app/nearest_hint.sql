create or replace function app.nearest_hint(p_given text, p_known text[])
returns text
language sql immutable as $$
  select coalesce('; did you mean `' || app.nearest_name(p_given, p_known) || '`?', '')
$$;
comment on function app.nearest_hint is
  'The end of a message about an unknown name: the one that was probably meant, or nothing';
