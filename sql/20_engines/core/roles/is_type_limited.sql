create or replace function app.is_type_limited()
returns boolean
language sql stable as $$
  -- Looked for in the text: the principal of nearly every call needs no parsing for it. Inside a
  -- value of the caller's the quotes would be escaped.
  select current_setting('app.principal', true) like '%"type_limited": true%'
$$;
comment on function app.is_type_limited is
  'Whether the caller''s permissions name single object types';
