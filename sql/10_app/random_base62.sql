create or replace function auth.random_base62(p_length integer)
returns text
language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    1 + get_byte(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 0) % 62, 1),
    '')
  from generate_series(1, p_length)
$$;
comment on function auth.random_base62 is
  'Random characters 0-9A-Za-z, 5.9 bits each, from the server''s strong generator';
