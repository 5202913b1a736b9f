create or replace function app.erased_pattern(p_texts text[], p_is_whole boolean)
returns text
language plpgsql immutable as $$
declare
  v_any text := (
    select string_agg(distinct regexp_replace(t.text, '([^[:alnum:]@ ])', '\\\1', 'g'), '|') from unnest(p_texts) t(text)
    where t.text <> '');
begin
  if not p_is_whole then return v_any; end if;
  -- Not within another address or number.
  return '(?<![[:alnum:]._%+-])(?:' || v_any || ')(?![[:alnum:]_-]|\.[[:alnum:]])';
end $$;
comment on function app.erased_pattern is
  'The regular expression that finds any of some texts; p_is_whole: not as part of a longer address or number. Null without texts';
