create or replace function app.match_keys(p_type app.object_types, p_names text[], p_items jsonb[])
returns jsonb[]
language plpgsql immutable as $$
declare
  v_key jsonb;
  v_keys jsonb[] := '{}';
begin
  for i in 1 .. cardinality(p_items) loop
    v_key := '{}';
    for j in 1 .. cardinality(p_names) loop
      if nullif(p_items[i]->p_names[j], 'null') is null then
        perform app.invalid(format('objects[%s].properties.%s', i - 1, p_names[j]), 'required',
          'needs a value, because match_on names it');
      end if;
      v_key := v_key || jsonb_build_object(p_names[j], coalesce(
        app.property_value(p_type.definition->p_names[j], p_items[i]->p_names[j]),
        p_items[i]->p_names[j]));
    end loop;
    if v_key = any (v_keys) then
      perform app.invalid(format('objects[%s]', i - 1), 'duplicate',
        'has the same match_on values as an earlier one');
    end if;
    v_keys := v_keys || v_key;
  end loop;
  return v_keys;
end $$;
comment on function app.match_keys is
  'Returns for each item of an upsert the values by which it finds its object, {name: value} in '
  'normal form; 400 when one is missing or listed twice';
