create or replace function app.form_text_value(p_type text, p_value jsonb)
returns jsonb
language sql immutable as $$
  select case
    when jsonb_typeof(p_value) <> 'string' then
      case when p_type = 'array' or jsonb_typeof(p_value) <> 'array' then p_value end
    when p_type in ('number', 'integer', 'float', 'percent', 'rating', 'currency') then
      case when length(t.text) <= 40 and t.text ~ '^\s*[-+]?\d+(\.\d+)?\s*$'
        then case when app.is_exact(to_jsonb(t.text::numeric)) then to_jsonb(t.text::numeric) else p_value end
        else p_value end
    when p_type = 'boolean' then
      case when t.text in ('on', 'true', '1') then 'true'
        when t.text in ('false', '0') then 'false' else p_value end::jsonb
    when p_type = 'array' then jsonb_build_array(t.text)
    when p_type in ('json', 'object') then
      case when pg_input_is_valid(t.text, 'jsonb')
        then case when app.is_exact(t.text::jsonb) then t.text::jsonb else p_value end else p_value end
    -- An <input type=datetime-local> sends neither seconds nor a zone.
    when p_type = 'datetime' and t.text ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$' then
      to_jsonb(rpad(t.text, 19, ':00') || 'Z')
    else p_value end
  from (select p_value #>> '{}') t(text)
$$;
comment on function app.form_text_value is
  'A value that a browser has posted as text, as its type would have it in JSON; what cannot be, stays a text and is '
  'refused later';
