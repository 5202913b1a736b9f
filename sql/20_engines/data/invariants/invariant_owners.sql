create or replace function app.invariant_owners(p_invariant app.invariants, p_touched jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_rule jsonb := p_invariant.compiled;
  v_ids text[] := array(select jsonb_array_elements_text(p_touched->p_invariant.object_type_id));
  v_others text[];
  v_via jsonb;
begin
  if v_rule->>'needs' = 'group' then return '[]'; end if;
  for v_via in select v from jsonb_array_elements(v_rule->'vias') v where p_touched ? (v->>'type_id') loop
    v_others := array(select jsonb_array_elements_text(p_touched->(v_via->>'type_id')));
    -- Hidden ones too: who restores the other end reads what is written now.
    if (v_via->'is_out')::boolean then
      v_ids := v_ids || array(
        select a.from_id::text from app.associations a
        where a.tenant_id = p_invariant.tenant_id and a.to_type_id = v_via->>'type_id' and a.to_id = any (v_others)
          and a.association_type = v_via->>'association' and a.from_type_id = p_invariant.object_type_id);
    else
      v_ids := v_ids || array(
        select a.to_id::text from app.associations a
        where a.tenant_id = p_invariant.tenant_id and a.from_type_id = v_via->>'type_id' and a.from_id = any (v_others)
          and a.association_type = v_via->>'association' and a.to_type_id = p_invariant.object_type_id);
    end if;
  end loop;
  return to_jsonb(array(select distinct i from unnest(v_ids) i order by 1));
end $$;
comment on function app.invariant_owners is
  'The objects that a rule judges one by one after objects were touched ({type id: ids}): those of its type, and those at the other end of '
  'its associations';
