create or replace function app.filter_reject(
  p_type app.object_types, p_name text, p_operator text, p_paths text[], p_field jsonb,
  p_leaves integer)
returns void
language plpgsql stable as $$
declare
  v_operators text := (select string_agg(o.key, ', ' order by o.key)
    from jsonb_each(app.filter_operators()) o
    cross join lateral (select coalesce(app.filter_operators()->(o.value->>'not'), o.value)) b(base)
    where p_field is null or b.base->'kinds' ? (p_field->>'kind') or b.base->>'kinds' = 'any');
  v_names text[] := array(select k.name from jsonb_object_keys(p_type.definition) k(name) order by k.name)
    || case when p_type.name is not null then app.system_names() else '{}' end;
  v_hint text := case when p_field is null and p_name is not null then app.nearest_hint(p_name, v_names) end;
begin
  if p_leaves > 50 then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s exceeds the limit of 50 conditions in a filter. Remove some.', p_paths[1]), null, p_paths[1]);
  elsif p_name is null then
    perform app.fail(400, 'INVALID_FILTER', format('%s is missing.', p_paths[1]), null, p_paths[1]);
  elsif p_field is null then
    -- Conditions over other JSON, such as events and the fields of a form, are of no type (app.json_filter).
    perform app.fail(400, 'UNKNOWN_PROPERTY', format(
      '%s names %s, which %s%s', p_paths[1], left(p_name, 100),
      coalesce(p_type.name || ' does not define', 'is not known here'),
      coalesce(nullif(v_hint, ''), case when p_type.name is null
        then '. Name one of ' || left(array_to_string(v_names, ', '), 1000) || ', or a path into one of them.'
        else '. Name one of its properties, a path into a json or '
          'object property, or id, created_at, updated_at, created_by or version.' end)),
      jsonb_build_array(jsonb_build_object('path', p_paths[1], 'code', 'unknown_property',
        'message', 'is not defined' || v_hint)), p_paths[1]);
  elsif not app.filter_operators() ? p_operator then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s is %s, which is not an operator%s Send one of %s.', p_paths[2], left(p_operator, 100),
      coalesce(nullif(app.nearest_hint(p_operator, string_to_array(v_operators, ', ')), ''), '.'),
      v_operators), null, p_paths[2]);
  end if;
  perform app.fail(400, 'INVALID_FILTER', format(
    '%s: %s does not work on %s, which is a %s. Send one of %s.', p_paths[2], p_operator,
    p_name, p_field->>'type', v_operators), null, p_paths[2]);
end $$;
comment on function app.filter_reject is
  'Refuses with 400 a condition of a filter: an unknown property or operator, an operator that '
  'does not suit the property''s type, or one condition too many';
