create or replace function app.invariant_property(
  p_type app.object_types, p_name text, p_path text)
returns jsonb
language plpgsql stable as $$
declare v_definition jsonb := p_type.definition->p_name;
begin
  if v_definition is null then
    perform app.fail(400, 'UNKNOWN_PROPERTY', format('%s names %s, which %s does not define%s', p_path, left(p_name, 100),
      p_type.name, coalesce(nullif(app.nearest_hint(p_name, array(select jsonb_object_keys(p_type.definition))), ''), '.')),
      jsonb_build_array(jsonb_build_object('path', p_path, 'code', 'unknown_property', 'message', 'is not defined')), p_path);
  end if;
  return jsonb_build_object('property', p_name, 'type', v_definition->'type', 'kind', app.filter_kind(v_definition->>'type'));
end $$;
comment on function app.invariant_property is 'A property that a rule names: {property, type, kind}; 400 UNKNOWN_PROPERTY';
