create or replace function app.objects_match(
  p_type app.object_types, p_names text[], p_keys jsonb[])
returns text[]
language plpgsql stable as $$
declare
  v_matches jsonb;
  v_ids text[] := '{}';
  v_found text[];
begin
  if p_type.definition->p_names[1] ? 'ready' then
    v_matches := app.objects_match_index(p_type, p_names, p_keys);
  else
    v_matches := app.objects_match_all(p_type, p_names, p_keys);
  end if;
  for i in 1 .. cardinality(p_keys) loop
    v_found := array(select jsonb_array_elements_text(v_matches->i::text));
    if cardinality(v_found) > 1 then
      perform app.fail(409, 'INVALID_STATE',
        format('objects[%s] matches more than one object. Match on a unique property.', i - 1),
        null, 'match_on');
    end if;
    v_ids := array_append(v_ids, v_found[1]);
  end loop;
  return v_ids;
end $$;
comment on function app.objects_match is
  'For each key the id of the live object with these values that the caller may see, or null. '
  'Fast when the first name is indexed, else it reads the type once';
