create or replace function app.vectors_with_objects(p_tenant text, p_results jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_result jsonb;
  v_object app.objects;
  v_results jsonb := '[]';
begin
  for v_result in select r.value from jsonb_array_elements(p_results) with ordinality r(value, place) order by r.place loop
    if v_result->>'object_id' is not null then
      v_object := app.vector_object(p_tenant, v_result->>'object_type_id', v_result->>'object_id');
      continue when v_object.id is null;
      v_result := jsonb_set(v_result, '{object}', app.object_json(v_object)::jsonb);
    end if;
    v_results := v_results || v_result;
  end loop;
  return v_results;
end $$;
comment on function app.vectors_with_objects is
  'Results of a search with the object that each stands for, if any, as the API shows it; without those that the caller has stopped seeing';
