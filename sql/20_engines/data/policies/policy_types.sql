create or replace function app.policy_types(p_tenant text, p_condition jsonb)
returns jsonb
language plpgsql stable as $$
begin
  if not p_condition @? '$.**.to_type' then return p_condition; end if;
  case jsonb_typeof(p_condition)
  when 'array' then
    return (
      select json_agg(app.policy_types(p_tenant, e) order by n)::jsonb
      from jsonb_array_elements(p_condition) with ordinality a(e, n));
  when 'object' then
    return (
      select json_object_agg(e.key, case
        when e.key = 'association' and e.value ? 'to_type' then
          app.policy_types(p_tenant, e.value - 'to_type') || jsonb_build_object(
            'to_type', (app.object_type_find(p_tenant, e.value->>'to_type')).id)
        else app.policy_types(p_tenant, e.value) end)::jsonb
      from jsonb_each(p_condition) e);
  else
    return p_condition;
  end case;
end $$;
comment on function app.policy_types is
  'A condition with the object types at the other ends of associations by id, so that renaming one '
  'changes nothing';
