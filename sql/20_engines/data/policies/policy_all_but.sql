create or replace function app.policy_all_but(p_type app.object_types, p_filters jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_node jsonb := case when jsonb_typeof(p_filters) = 'array' and p_filters->1 is null
    then p_filters->0 else p_filters end;
  v_property jsonb := p_type.definition->(v_node->>'property');
begin
  if v_node->>'operator' = 'neq'
    and app.search_is_direct(v_property, v_node->>'property', v_node || '{"operator": "eq"}')
    and v_property ? 'ready' then
    return jsonb_build_object('property', v_property->'id', 'low', p.place, 'high', p.place)
    from (select jsonb_build_array(
      app.index_text(v_node->'value'), app.index_number(v_node->'value'))) p(place);
  end if;
  return null;
end $$;
comment on function app.policy_all_but is
  'Where the index has the only objects that a condition of a policy leaves out, {property, low, '
  'high}, when it says that an indexed property has not one value; else null';
