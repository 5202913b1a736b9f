create or replace function app.recovery_code_hash(p_user_id text, p_code text)
returns bytea
language sql immutable as $$
  select sha256(convert_to(
    p_user_id || ':' || regexp_replace(lower(p_code), '[^0-9a-z]', '', 'g'), 'UTF8'))
$$;
comment on function app.recovery_code_hash is
  'Returns the stored hash of a recovery code; case, spaces and hyphens of the input do not matter';
