create or replace function app.index_bound(
  p_value jsonb, p_is_high boolean, p_is_open boolean, p_is_prefix boolean default false)
returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(p_value) is distinct from 'string' then
    return jsonb_build_array(app.index_text(p_value), case
      when not p_is_open then to_jsonb(app.index_number(p_value))
      when p_is_high then '"Infinity"' else '"-Infinity"' end);
  elsif p_is_open then
    -- The place before missing values, which are (U+10FFFF, 1).
    return jsonb_build_array(case when p_is_high then U&'\+10FFFF' else '' end, 0);
  end if;
  return jsonb_build_array(app.index_text(to_jsonb(left(p_value #>> '{}', 256)))
    || case when p_is_high and (p_is_prefix or length(p_value #>> '{}') >= 256)
      then U&'\+10FFFF' else '' end, 0);
end $$;
comment on function app.index_bound is
  'Where a range of app.object_index begins or ends, [text, number]: at a value, at all values '
  'that begin with it (prefix), or open to this side. Long texts are cut, so the range may hold '
  'too much, never too little';
