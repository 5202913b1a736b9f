create or replace function app.search(p_type app.object_types, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_nodes jsonb := args->'filters';
  v_node jsonb := v_nodes->0;
  v_name text := v_node->>'property';
  v_property jsonb := p_type.definition->v_name;
  v_answer json;
begin
  -- Most searches ask for one stretch of one index, in the order of the index. Compiling
  -- and planning would cost them three times what they read.
  if (v_property ? 'ready') is not true or jsonb_array_length(v_nodes) > 2
    or args ?| array['query', 'properties', 'include', 'highlight', 'has_cursors']
    or not app.search_is_direct(v_property, v_name, v_node)
    or app.policies_concern(p_type.policies, p_type.user_access) then
    return app.search_compiled(p_type, args);
  elsif v_node->>'operator' = 'eq' then
    if v_nodes->1 is null and not args ? 'sort' then
      return app.search_equal(p_type.tenant_id, p_type.id, v_property->>'id', v_node, args);
    end if;
  elsif args->>'sort' = v_name and (v_nodes->1 is null
    or app.search_is_direct(v_property, v_name, v_nodes->1)) then
    if jsonb_typeof(v_node->'value') = 'number' then
      v_answer := app.search_numbers(p_type.tenant_id, p_type.id, v_property->>'id', v_name, args);
      return case when v_answer is null then app.search_compiled(p_type, args) else v_answer end;
    end if;
    v_node := app.search_range(v_name, v_nodes);
    if v_node is not null then
      return app.search_between(
        p_type.tenant_id, p_type.id, v_property->>'id', v_node, args);
    end if;
  end if;
  return app.search_compiled(p_type, args);
end $$;
comment on function app.search is
  'The answer to a search, by the shortest way: app.search_equal, app.search_numbers, '
  'app.search_between, or app.search_compiled, which knows all of them';
