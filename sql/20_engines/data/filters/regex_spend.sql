create or replace function app.regex_spend(p_start timestamptz)
returns void
language plpgsql stable as $$
declare
  v_statement text := extract(epoch from statement_timestamp())::text;
  v_before text[] := string_to_array(current_setting('app.regex_spent', true), ' ');
  v_seconds double precision := extract(epoch from clock_timestamp() - p_start)
    + case when v_before[1] = v_statement then v_before[2]::double precision else 0 end;
begin
  perform set_config('app.regex_spent', v_statement || ' ' || v_seconds, true);
  if v_seconds > 1 then
    perform app.fail(400, 'FILTER_TOO_EXPENSIVE', 'The regex took longer than 1 second. Write a '
      'simpler pattern, or add a condition on an indexed property that leaves fewer objects.',
      '{"reason": "regex"}');
  end if;
end $$;
comment on function app.regex_spend is
  'Adds what has been spent on a regex since p_start to the sum of the statement; 400 '
  'FILTER_TOO_EXPENSIVE beyond a second';
