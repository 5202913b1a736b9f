create or replace function app.series_text(p_format text, p_year integer, p_next bigint)
returns text
language sql immutable as $$
  select replace(replace(
    regexp_replace(p_format, '\{SEQ:\d+\}', lpad(p_next::text,
      greatest(substring(p_format from '\{SEQ:(\d+)\}')::integer, length(p_next::text)), '0')),
    '{YYYY}', p_year::text), '{YY}', right(p_year::text, 2))
$$;
comment on function app.series_text is 'The number of a record as its series writes it, such as 2026-000001';
