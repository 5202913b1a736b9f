create or replace function app.match_names(p_type app.object_types, p_match_on jsonb)
returns text[]
language plpgsql immutable as $$
declare
  v_names text[] := case jsonb_typeof(p_match_on)
    when 'array' then array(select jsonb_array_elements_text(p_match_on))
    else array[p_match_on #>> '{}'] end;
  v_unknown text := (select n from unnest(v_names) n where not p_type.definition ? n limit 1);
begin
  if v_unknown is not null then
    perform app.fail(400, 'UNKNOWN_PROPERTY',
      format('match_on names %s, which %s does not define%s', left(v_unknown, 100), p_type.name,
        coalesce(nullif(app.nearest_hint(v_unknown, p_type.names), ''), '.')), null, 'match_on');
  end if;
  return v_names;
end $$;
comment on function app.match_names is
  'The property names of match_on: one name or an array; 400 UNKNOWN_PROPERTY';
