create or replace function app.filter_test(
  p_test jsonb, p_number integer, p_sets jsonb, p_value jsonb)
returns boolean
language plpgsql stable as $$
begin
  case p_test->>'test'
  when 'in' then
    return p_sets ? (p_number || ' ' || app.set_key(p_value));
  when 'has_any' then
    return jsonb_typeof(p_value) = 'array' and exists (
      select 1 from jsonb_array_elements(p_value) e
      where p_sets ? (p_number || ' ' || app.set_key(e)));
  when 'has_all' then
    return jsonb_typeof(p_value) = 'array'
      and jsonb_array_length(p_value) >= (p_test->'size')::integer
      and (p_test->'size')::integer = (
        select count(distinct k.key) from jsonb_array_elements(p_value) e
        cross join lateral (select p_number || ' ' || app.set_key(e)) k(key)
        where p_sets ? k.key);
  when 'regex' then
    return app.regex_holds(p_test, p_value);
  end case;
end $$;
comment on function app.filter_test is
  'The answer to a question of a filter about one value: whether a long list (the part of p_sets '
  'with this number) has it, or whether it matches a regex';
