create or replace function app.regex_holds(p_test jsonb, p_value jsonb)
returns boolean
language plpgsql stable as $$
declare
  v_most constant integer := 100000;  -- characters; full text search covers as many
  v_start timestamptz;
  v_holds boolean;
begin
  if jsonb_typeof(p_value) is distinct from 'string' then return false; end if;
  if length(p_value #>> '{}') > v_most then
    if p_test ? 'on_long' then return (p_test->'on_long')::boolean; end if;
    p_value := to_jsonb(left(p_value #>> '{}', v_most));
  end if;
  v_start := clock_timestamp();
  v_holds := jsonb_path_match(p_value, (p_test->>'pattern')::jsonpath, '{}', true);
  perform app.regex_spend(v_start);
  return v_holds;
end $$;
comment on function app.regex_holds is
  'Tells whether a text matches a regex, by its first 100,000 characters; on_long is the result '
  'of a policy''s condition for longer ones, so that filling up a text does not get past it';
