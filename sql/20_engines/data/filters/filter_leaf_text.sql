create or replace function app.filter_leaf_text(
  p_field jsonb, p_operator text, p_value jsonb, p_path text,
  p_is_negated boolean, p_is_conjunct boolean, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_query tsquery;
  v_pattern text;
  v_start timestamptz;
  v_term jsonb;
begin
  if p_operator = 'regex' then
    if p_part.is_policy is null and not coalesce(app.principal()->'scopes' ? '*', false) then
      perform app.fail(403, 'INSUFFICIENT_SCOPE',
        'The operator regex needs a key with the scope *, because a pattern can run for any length '
        'of time.',
        jsonb_build_object('required', '*'), p_path);
    end if;
    -- Conditions of policies were checked when they were saved.
    if p_part.is_policy is null then perform app.regex_check(p_value #>> '{}', p_path); end if;
    v_pattern := format('strict $ like_regex %s', p_value);
    v_start := clock_timestamp();
    if not pg_input_is_valid(v_pattern, 'jsonpath') then
      perform app.invalid(p_path, 'invalid_regex', 'must be a valid regular expression');
    end if;
    perform app.regex_spend(v_start);
    p_part.condition := app.filter_negate(p_is_negated,
      format('$x[%s] == true', cardinality(p_part.externals)));
    p_part.externals := p_part.externals || (app.filter_place(p_field) || jsonb_build_object(
      'test', 'regex', 'pattern', v_pattern, 'is_negated', p_is_negated));
    return app.filter_leaf_add(p_part, p_field, null);
  end if;

  if not p_field->>'type' = any (app.search_types()) or p_field ? 'system' then
    perform app.invalid(p_path, 'not_searchable', format(
      'cannot be searched, because full-text search only covers properties of the types '
      '%s', array_to_string(app.search_types(), ', ')));
  end if;
  v_query := app.words_query(p_value #>> '{}');
  p_part.condition := app.filter_negate(p_is_negated,
    format('$x[%s] == true', coalesce(cardinality(p_part.externals), 0)));
  p_part.externals := p_part.externals || jsonb_build_object(
    'matches', v_query::text, 'property', p_field->>'name');
  v_term := app.search_term(v_query);
  if p_is_conjunct and not p_is_negated and v_term is not null then
    p_part.terms := p_part.terms || v_term;
  end if;
  return p_part;
end $$;
comment on function app.filter_leaf_text is
  'Adds a condition with the operator matches (words of one property) or regex to a filter';
