create or replace function app.index_columns(
  p_type app.object_types, p_objects app.objects[], out property_ids text[], out texts text[],
  out numbers double precision[], out object_ids text[], out uniques boolean[])
language plpgsql immutable as $$
declare
  v_object app.objects;
  v_property app.indexed_property;
  v_value jsonb;
  v_type text;
  v_kind text;
  v_text text;
  v_row integer := 0;
begin
  property_ids := '{}'; texts := '{}'; numbers := '{}'; object_ids := '{}'; uniques := '{}';
  foreach v_object in array p_objects loop
    continue when v_object.is_deleted;
    foreach v_property in array p_type.indexed loop
      v_type := p_type.definition->v_property.name->>'type';
      v_value := v_object.properties->v_property.name;
      v_kind := jsonb_typeof(v_value);
      v_text := case when v_kind = 'string' and v_type = 'string' then v_value #>> '{}' end;
      v_row := v_row + 1;
      property_ids[v_row] := v_property.id;
      object_ids[v_row] := v_object.id;
      uniques[v_row] := v_property.is_unique;
      -- Short texts and numbers, which most are, are spared three calls each.
      if v_text < U&'\+10FFFE' collate "C" and length(v_text) <= 256 then
        texts[v_row] := v_text;
        numbers[v_row] := 0;
      elsif v_kind = 'number' and v_type in ('integer', 'number') then
        texts[v_row] := '';
        numbers[v_row] := v_value::double precision;
      else
        v_value := app.index_value(v_type, v_value);
        texts[v_row] := app.index_text(v_value);
        numbers[v_row] := app.index_number(v_value);
        uniques[v_row] := v_property.is_unique and coalesce(jsonb_typeof(v_value) <> 'null', false);
      end if;
    end loop;
  end loop;
end $$;
comment on function app.index_columns is
  'The rows of app.object_index that live objects have, one per indexed property, as an array for each column: a '
  'statement takes those as they are, while a cluster would write, read and plan what makes them with each statement, twice';
