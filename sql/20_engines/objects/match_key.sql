create or replace function app.match_key(p_type app.object_types, p_names text[], p_item jsonb, p_path text)
returns jsonb
language plpgsql immutable as $$
declare v_key jsonb := '{}';
begin
  for i in 1 .. cardinality(p_names) loop
    if nullif(p_item->p_names[i], 'null') is null then
      perform app.invalid(p_path || '.' || p_names[i], 'required', 'is named by match_on, so it needs a value');
    end if;
    v_key := v_key || jsonb_build_object(p_names[i],
      coalesce(app.property_value(p_type.definition->p_names[i], p_item->p_names[i]), p_item->p_names[i]));
  end loop;
  return v_key;
end $$;
comment on function app.match_key is 'The values by which an upsert finds its object, in normal form';
