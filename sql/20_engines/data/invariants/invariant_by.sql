create or replace function app.invariant_by(
  p_type app.object_types, p_names jsonb, p_path text, p_is_strict boolean)
returns jsonb
language plpgsql stable as $$
declare
  v_name text;
  v_kind text;
  v_names text[];
  v_missing text[] := '{}';
begin
  if jsonb_typeof(p_names) is distinct from 'array' or jsonb_array_length(p_names) > 3
    or p_names @? '$[*] ? (@.type() != "string")' then
    perform app.invalid(p_path, 'invalid_list', 'must be a list of up to 3 names of properties');
  end if;
  -- In one order, so that two ways to write a group are one group.
  v_names := array(select distinct n.name from jsonb_array_elements_text(p_names) n(name) order by 1);
  foreach v_name in array v_names loop
    v_kind := app.invariant_property(p_type, v_name, p_path)->>'kind';
    if v_kind in ('json', 'array', 'object') then
      perform app.invalid(p_path, 'not_comparable', format('cannot group by %s, which is a list or a map', v_name));
    end if;
    if not p_type.definition->v_name ? 'ready' then v_missing := v_missing || v_name; end if;
  end loop;
  if p_is_strict and v_missing <> '{}' then
    perform app.invariant_index_refuse(p_path, to_jsonb(v_missing));
  end if;
  return jsonb_build_object('by', v_names,
    'ids', array(select p_type.definition->n->>'id' from unnest(v_names) with ordinality u(n, o) order by o),
    'types', array(select p_type.definition->n->>'type' from unnest(v_names) with ordinality u(n, o) order by o));
end $$;
comment on function app.invariant_by is
  'The properties of group_by: {by, ids, types}; 400 FILTER_TOO_EXPENSIVE names those without an index';
