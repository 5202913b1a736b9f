create or replace function auth.base62(p_number bigint, p_length integer)
returns text
language sql immutable as $$
  select string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    1 + (p_number / (62 ^ (p_length - i))::bigint % 62)::integer, 1), '' order by i)
  from generate_series(1, p_length) i
$$;
comment on function auth.base62 is 'A number in base 62 (0-9A-Za-z), left-padded with 0';
