create or replace function app.sql_column(p_name text, p_data_type text)
returns text
language plpgsql immutable as $$
declare
  v_json text := format('o.properties->%L', p_name);
  v_text text := format('o.properties->>%L', p_name);
  v_kind text := app.filter_kind(p_data_type);
begin
  -- Each expression by itself keeps out what was there, untyped, before the property was: it is null then.
  return format(case
    when v_kind = 'number' and p_data_type in ('integer', 'rating') then
      'case when jsonb_typeof(%1$s) = ''number'' and (%2$s)::numeric between -9007199254740991 and '
      '9007199254740991 then (%2$s)::numeric::bigint end'
    when v_kind = 'number' then
      'case when jsonb_typeof(%1$s) = ''number'' then (%2$s)::double precision end'
    when v_kind = 'boolean' then
      'case when jsonb_typeof(%1$s) = ''boolean'' then (%2$s)::boolean end'
    when v_kind = 'money' then
      'case jsonb_typeof(%1$s) when ''number'' then (%2$s)::numeric when ''object'' then '
      'case when pg_input_is_valid(%1$s->>''amount'', ''numeric'') then (%1$s->>''amount'')::numeric end end'
    when p_data_type = 'date' then
      'case when %2$s operator(pg_catalog.~~) ''____-__-__'' and pg_input_is_valid(%2$s, ''date'') then (%2$s)::date end'
    when p_data_type = 'datetime' then
      'case when %2$s operator(pg_catalog.~~) ''____-__-__T__:__:__%%+00:00'' and pg_input_is_valid(%2$s, '
      '''timestamptz'') then (%2$s)::timestamptz end'
    when p_data_type = 'time' then
      'case when %2$s operator(pg_catalog.~~) ''__:__:__'' and pg_input_is_valid(%2$s, ''time'') then (%2$s)::time end'
    when v_kind in ('json', 'array', 'object') then '(%1$s)'
    else 'case jsonb_typeof(%1$s) when ''string'' then %2$s end' end, v_json, v_text);
end $$;
comment on function app.sql_column is
  'The expression of a property in a relation of app.sql_relation, of the type in PostgreSQL that its data type '
  'has there: numbers double precision, whole ones bigint, currency numeric, moments as such, lists and maps jsonb';
