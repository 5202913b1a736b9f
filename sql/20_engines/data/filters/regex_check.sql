create or replace function app.regex_check(p_pattern text, p_path text)
returns void
language plpgsql stable as $$
begin
  if p_pattern ~ '\\[1-9]' then
    perform app.invalid(p_path, 'invalid_regex',
      'must not refer back to a group (\1): such a pattern can run for any length of time');
  elsif p_pattern ~ '\(\?(=|!|<)' then
    perform app.invalid(p_path, 'invalid_regex',
      'must not look ahead or behind ((?=, (?!, (?<): such a pattern can run for any length of '
      'time');
  elsif exists (
    select 1 from regexp_matches(p_pattern, '\{(\d+)(?:,(\d+))?', 'g') m cross join unnest(m) n
    where length(n) > 3 or n::integer > 255) then
    perform app.invalid(p_path, 'invalid_regex', 'must not repeat anything more than 255 times');
  elsif app.regex_size(p_pattern) > 250 then
    perform app.fail(400, 'FILTER_TOO_EXPENSIVE', format('%s: the pattern has more than 250 '
      'characters and classes, each counted as often as it is repeated. Write a shorter one.',
      p_path), '{"reason": "regex"}', p_path);
  end if;
end $$;
comment on function app.regex_check is
  'Refuses with 400 a pattern that could take long to prepare, or long for a single text';
