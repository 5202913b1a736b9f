create or replace function app.objects_match(p_type app.object_types, p_names text[], p_items jsonb[])
returns text[]
language plpgsql stable as $$
declare
  v_key jsonb;
  v_keys jsonb[] := '{}';
  v_ids text[] := '{}';
  v_matches text[];
  v_index text := p_type.definition->p_names[1]->>'id';
begin
  for i in 1 .. cardinality(p_items) loop
    v_key := app.match_key(p_type, p_names, p_items[i], format('objects[%s].properties', i - 1));
    if v_key = any (v_keys) then
      perform app.invalid(format('objects[%s]', i - 1), 'duplicate', 'has the same match_on values as an earlier one');
    end if;
    v_keys := v_keys || v_key;
    if p_type.definition->p_names[1] ? 'ready' then
      v_matches := array(
        select o.id from app.object_index x
        join app.objects o on o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = x.object_id
        where x.tenant_id = p_type.tenant_id and x.property_id = v_index
          and x.text_value = app.index_text(v_key->p_names[1]) and x.number_value = app.index_number(v_key->p_names[1])
          and not o.is_deleted and o.properties @> v_key limit 2);
    else
      v_matches := array(
        select o.id from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
          and o.properties @> v_key limit 2);
    end if;
    if cardinality(v_matches) > 1 then
      perform app.fail(409, 'INVALID_STATE',
        format('objects[%s] matches more than one object. Match on a unique property.', i - 1), null, 'match_on');
    end if;
    v_ids := array_append(v_ids, v_matches[1]);
  end loop;
  return v_ids;
end $$;
comment on function app.objects_match is
  'For each item the id of the live object with the same values of p_names, or null. Fast when the first name is indexed, else it reads the type';
