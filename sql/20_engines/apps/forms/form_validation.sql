create or replace function app.form_validation(p_name text, p_rules jsonb, p_value jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_kind text := jsonb_typeof(p_value);
  v_text text := p_value #>> '{}';
  v_size integer := case v_kind when 'array' then jsonb_array_length(p_value)
    when 'string' then length(v_text) end;
  v_unit text := case v_kind when 'array' then 'chosen values' else 'characters' end;
  v_amount numeric := case
    when v_kind = 'number' then v_text::numeric
    when v_kind = 'object' and p_value->>'amount' ~ '^-?\d{1,40}(\.\d{1,40})?$'
      then (p_value->>'amount')::numeric end;
  v_start timestamptz;
  v_fits boolean;
begin
  if v_size < (p_rules->'min_length')::integer then
    return app.form_problem(p_name, 'too_short',
      format('must have at least %s %s', p_rules->'min_length', v_unit));
  elsif v_size > (p_rules->'max_length')::integer then
    return app.form_problem(p_name, 'too_long',
      format('must have at most %s %s', p_rules->'max_length', v_unit));
  end if;
  -- Numbers by size; dates and times, which are texts in normal form, by their order.
  if jsonb_typeof(p_rules->'min') = 'number' and v_amount < (p_rules->'min')::numeric
    or jsonb_typeof(p_rules->'min') = 'string' and v_text collate "C" < p_rules->>'min' then
    return app.form_problem(p_name, 'too_small', 'must not be less than ' || (p_rules->>'min'));
  elsif jsonb_typeof(p_rules->'max') = 'number' and v_amount > (p_rules->'max')::numeric
    or jsonb_typeof(p_rules->'max') = 'string' and v_text collate "C" > p_rules->>'max' then
    return app.form_problem(p_name, 'too_big', 'must not be more than ' || (p_rules->>'max'));
  end if;
  if p_rules->>'pattern' is not null and v_kind = 'string' then
    if v_size > 10000 then
      return app.form_problem(p_name, 'too_long', 'must have at most 10000 characters');
    end if;
    v_start := clock_timestamp();
    v_fits := v_text ~ ('^(?:' || (p_rules->>'pattern') || ')$');
    perform app.regex_spend(v_start);
    if not v_fits then
      return app.form_problem(p_name, 'pattern', 'must have the format that is asked for');
    end if;
  end if;
  return null;
end $$;
comment on function app.form_validation is
  'Returns the rule of a field''s validation that a value in normal form violates, or null. '
  'Patterns are those of PostgreSQL, which does not backtrack (app.regex_check), and must match '
  'the whole text';
