create or replace function app.filter_kind(p_data_type text)
returns text
language sql immutable as $$
  select case
    when p_data_type in ('number', 'integer', 'float', 'percent', 'rating') then 'number'
    when p_data_type in ('date', 'datetime', 'time') then 'moment'
    when p_data_type in ('boolean', 'json', 'array', 'object') then p_data_type
    when p_data_type = 'currency' then 'money'
    else 'text'
  end
$$;
comment on function app.filter_kind is
  'The kind of a data type, which decides what operators it knows';
