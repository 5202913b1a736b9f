create or replace function app.filter_field(p_type app.object_types, p_name text)
returns jsonb
language plpgsql stable as $$
declare
  v_definition jsonb := p_type.definition->p_name;
  v_steps text[];
begin
  if v_definition is not null then
    return v_definition || jsonb_build_object('kind', app.filter_kind(v_definition->>'type'),
      'name', p_name, 'path', '$.' || to_json(p_name));
  end if;
  case p_name
  when 'id', 'created_by' then return jsonb_build_object('kind', 'text', 'type', 'string',
    'system', p_name, 'path', '$' || p_name);
  when 'created_at', 'updated_at' then return jsonb_build_object('kind', 'moment',
    'type', 'datetime', 'system', p_name, 'path', '$' || p_name);
  when 'version' then return jsonb_build_object('kind', 'number', 'type', 'integer',
    'system', p_name, 'path', '$' || p_name);
  else
    v_steps := string_to_array(p_name, '.');
    if cardinality(v_steps) between 2 and 10 and not '' = any (v_steps)
      and p_type.definition->v_steps[1]->>'type' in ('json', 'object', 'currency') then
      return jsonb_build_object('kind', 'json', 'type', 'json', 'name', v_steps[1],
        'steps', to_jsonb(v_steps), 'path',
        (select '$.' || string_agg(to_json(s)::text, '.' order by n)
         from unnest(v_steps) with ordinality u(s, n)));
    end if;
    return null;
  end case;
end $$;
comment on function app.filter_field is
  'Resolves a name in a filter: {kind, type, path (its jsonpath), name | system, and of a '
  'property its definition}: a property, a path into a json or object property, or a system field; '
  'else null';
