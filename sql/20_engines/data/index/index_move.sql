create or replace function app.index_move(
  p_type app.object_types, p_old app.objects, p_new app.objects)
returns integer
language plpgsql volatile as $$
declare
  v_property app.indexed_property;
  v_type text;
  v_old jsonb;
  v_new jsonb;
  v_old_text text;
  v_old_number double precision;
  v_new_text text;
  v_new_number double precision;
begin
  foreach v_property in array p_type.indexed loop
    v_type := p_type.definition->v_property.name->>'type';
    v_old := app.index_value(v_type, p_old.properties->v_property.name);
    v_new := app.index_value(v_type, p_new.properties->v_property.name);
    v_old_text := app.index_text(v_old);
    v_old_number := app.index_number(v_old);
    v_new_text := app.index_text(v_new);
    v_new_number := app.index_number(v_new);
    -- A row that is not there will be written by the build of the index.
    update app.object_index x set text_value = v_new_text, number_value = v_new_number
    where x.tenant_id = p_type.tenant_id and x.property_id = v_property.id
      and x.text_value = v_old_text and x.number_value = v_old_number
      and x.object_id = p_old.id;
  end loop;
  return cardinality(p_type.indexed);
end $$;
comment on function app.index_move is
  'Brings the index rows of one live object from its old state to the new one, for the properties '
  'in p_type.indexed, none of them unique: one statement where removing and adding are two. '
  'Returns how many those are';
