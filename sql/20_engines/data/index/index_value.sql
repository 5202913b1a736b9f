create or replace function app.index_value(p_definition jsonb, p_value jsonb)
returns jsonb
language sql immutable as $$
  select case when case app.filter_kind(p_definition->>'type')
      when 'text' then jsonb_typeof(p_value) = 'string'
      when 'moment' then jsonb_typeof(p_value) = 'string'
      when 'number' then jsonb_typeof(p_value) = 'number'
      when 'boolean' then jsonb_typeof(p_value) = 'boolean'
      else true end
    then p_value end
$$;
comment on function app.index_value is
  'A value as the index of its property sees it. What is not of the property''s kind (it was '
  'there, untyped, before the property was) counts as missing, so that a condition on the index '
  'is exact';
