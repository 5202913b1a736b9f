create or replace function app.is_exact(p_value jsonb)
returns boolean
language sql immutable
set extra_float_digits = 1 as $$
  -- A double's text is its shortest one, which JavaScript reads and writes as well.
  select not exists (
    select 1 from jsonb_path_query(p_value, 'strict $.**') v(value)
    where jsonb_typeof(v.value) = 'number' and case
      when pg_input_is_valid(v.value #>> '{}', 'double precision')
      then (v.value #>> '{}')::double precision::text::numeric <> v.value::numeric else true end)
$$;
comment on function app.is_exact is
  'Whether clients that read numbers as doubles lose no digit of those in a value';
