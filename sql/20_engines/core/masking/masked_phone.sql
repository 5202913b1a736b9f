create or replace function app.masked_phone(p_number bigint)
returns text
language sql immutable as $$
  select '+999' || lpad((p_number % 100000000000)::text, 11, '0')
$$;
comment on function app.masked_phone is 'The stand-in of a phone number: no country has the code 999';
