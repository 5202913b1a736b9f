create or replace function app.is_blank(p_text text)
returns boolean
language sql immutable as $$
  select p_text ~ '^[\s\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]*$'
$$;
comment on function app.is_blank is
  'Whether a text holds nothing but white space, characters without width included; a null for null';
