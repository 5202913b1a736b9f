-- Functions and operators of PostgreSQL whose time is the product of two lengths, with a bound on
-- that product. A single call of them heeds neither statement_timeout nor a cancel: two texts of a
-- megabyte kept a process busy for an hour, and a few
-- of those the machine. The connections of tenants' own SQL find these before those of pg_catalog (src/db/tenant-logins.ts),
-- and src/groups/sql/check.ts refuses names that go past them.
create schema if not exists bounded;

create or replace function bounded.refuse(p_name text)
returns void
language plpgsql immutable as $$
begin
  raise exception 'the arguments of % are too long together', p_name
    using errcode = 'program_limit_exceeded', hint = 'Shorten one of them, with left() for example.';
end $$;
comment on function bounded.refuse is 'Refuses a call that would take longer than anything could end: 54000';

do $$
declare
  v record;
  -- Bytes compared with bytes: about a tenth of a second.
  v_most constant bigint := 100000000;
  v_of_texts constant text := 'octet_length($1)::bigint * octet_length($2)';
  v_of_numbers constant text := 'pg_column_size($1)::bigint * pg_column_size($2)';
  -- Of those that approach their result step by step, each step as long as a number.
  v_of_one constant text := 'pg_column_size($1)::bigint ^ 2 * 100';
  v_of_both constant text := '(pg_column_size($1)::bigint + pg_column_size($2)) ^ 2 * 100';
  -- Joined with an empty list, a value is as large as it is, not as it lies compressed on disk.
  v_of_json constant text := 'pg_column_size($1 || ''[]'')::bigint * pg_column_size($2 || ''[]'') / 10';
  v_of_keys constant text := 'pg_column_size($1 || ''[]'')::bigint * cardinality($2)';
  v_of_lists constant text := 'cardinality($1)::bigint * pg_column_size($2) + cardinality($2)::bigint * pg_column_size($1)';
begin
  for v in
    select f.name, f.takes::text[], f.returns, coalesce(f.operator, '') as operator, f.cost from (values
      ('replace', '{text,text,text}', 'text', null, v_of_texts),
      ('translate', '{text,text,text}', 'text', null, v_of_texts),
      ('btrim', '{text,text}', 'text', null, v_of_texts),
      ('ltrim', '{text,text}', 'text', null, v_of_texts),
      ('rtrim', '{text,text}', 'text', null, v_of_texts),
      ('strpos', '{text,text}', 'integer', null, v_of_texts),
      ('split_part', '{text,text,integer}', 'text', null, v_of_texts),
      ('string_to_array', '{text,text}', 'text[]', null, v_of_texts),
      ('string_to_array', '{text,text,text}', 'text[]', null, v_of_texts),
      ('text_like', '{text,text}', 'boolean', '~~', v_of_texts),
      ('text_not_like', '{text,text}', 'boolean', '!~~', v_of_texts),
      ('text_ilike', '{text,text}', 'boolean', '~~*', v_of_texts),
      ('text_not_ilike', '{text,text}', 'boolean', '!~~*', v_of_texts),
      ('bpchar_like', '{bpchar,text}', 'boolean', '~~', v_of_texts),
      ('bpchar_not_like', '{bpchar,text}', 'boolean', '!~~', v_of_texts),
      ('bpchar_ilike', '{bpchar,text}', 'boolean', '~~*', v_of_texts),
      ('bpchar_not_ilike', '{bpchar,text}', 'boolean', '!~~*', v_of_texts),
      ('div', '{numeric,numeric}', 'numeric', null, v_of_numbers),
      ('mod', '{numeric,numeric}', 'numeric', null, v_of_numbers),
      ('gcd', '{numeric,numeric}', 'numeric', null, v_of_numbers),
      ('lcm', '{numeric,numeric}', 'numeric', null, v_of_numbers),
      ('power', '{numeric,numeric}', 'numeric', null, v_of_both),
      ('pow', '{numeric,numeric}', 'numeric', null, v_of_both),
      ('log', '{numeric,numeric}', 'numeric', null, v_of_both),
      ('log', '{numeric}', 'numeric', null, v_of_one),
      ('log10', '{numeric}', 'numeric', null, v_of_one),
      ('ln', '{numeric}', 'numeric', null, v_of_one),
      ('exp', '{numeric}', 'numeric', null, v_of_one),
      ('sqrt', '{numeric}', 'numeric', null, v_of_one),
      ('numeric_times', '{numeric,numeric}', 'numeric', '*', v_of_numbers),
      ('numeric_by', '{numeric,numeric}', 'numeric', '/', v_of_numbers),
      ('numeric_modulo', '{numeric,numeric}', 'numeric', '%', v_of_numbers),
      ('numeric_power', '{numeric,numeric}', 'numeric', '^', v_of_both),
      ('json_contains', '{jsonb,jsonb}', 'boolean', '@>', v_of_json),
      ('json_contained', '{jsonb,jsonb}', 'boolean', '<@', v_of_json),
      ('json_has_any', '{jsonb,text[]}', 'boolean', '?|', v_of_keys),
      ('json_has_all', '{jsonb,text[]}', 'boolean', '?&', v_of_keys),
      ('json_without', '{jsonb,text[]}', 'jsonb', '-', v_of_keys),
      ('array_contains', '{anyarray,anyarray}', 'boolean', '@>', v_of_lists),
      ('array_contained', '{anyarray,anyarray}', 'boolean', '<@', v_of_lists),
      ('array_overlaps', '{anyarray,anyarray}', 'boolean', '&&', v_of_lists)
    ) f(name, takes, returns, operator, cost)
  loop
    execute format('create or replace function bounded.%I(%s) returns %s language plpgsql immutable as %L',
      v.name, array_to_string(v.takes, ', '), v.returns, format(
        E'begin\n  if %s > %s then perform bounded.refuse(%L); end if;\n  return %s;\nend',
        v.cost, v_most, coalesce(nullif(v.operator, ''), v.name),
        case when v.operator = '' then format('pg_catalog.%I(%s)', v.name, (
            select string_agg('$' || n, ', ' order by n) from generate_subscripts(v.takes, 1) n))
          else format('$1 operator(pg_catalog.%s) $2', v.operator) end));
    execute format('comment on function bounded.%I(%s) is %L', v.name, array_to_string(v.takes, ', '),
      'As in pg_catalog; 54000 where its arguments are too long together');
    if v.operator <> '' and not exists (
      select 1 from pg_operator o
      where o.oprnamespace = 'bounded'::regnamespace and o.oprname = v.operator
        and o.oprleft = v.takes[1]::regtype and o.oprright = v.takes[2]::regtype) then
      execute format('create operator bounded.%s (leftarg = %s, rightarg = %s, function = bounded.%I)',
        v.operator, v.takes[1], v.takes[2], v.name);
    end if;
  end loop;
end $$;
