create or replace function app.form_option_names(p_options jsonb)
returns text
language sql immutable as $$
  select string_agg(left(o, 100), ', ') || case when jsonb_array_length(p_options) > 20 then ', …' else '' end
  from (select o from jsonb_array_elements_text(p_options) o limit 20) x
$$;
comment on function app.form_option_names is 'The values of a field''s options as an error names them, up to 20';
