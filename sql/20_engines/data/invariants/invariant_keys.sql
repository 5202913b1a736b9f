create or replace function app.invariant_keys(
  p_invariant app.invariants, p_touched jsonb, p_notes jsonb[])
returns jsonb
language plpgsql stable as $$
declare
  v_by jsonb := p_invariant.compiled->'bys'->0;
  v_ids text[] := array(select jsonb_array_elements_text(p_touched->p_invariant.object_type_id));
begin
  if p_invariant.compiled->>'needs' <> 'group' then return '[]'; end if;
  return to_jsonb(array(
    select k.key from (
      select app.invariant_key(v_by, o.properties) as key from app.objects o
      where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and o.id = any (v_ids)
        and not o.is_deleted
      union
      select k from unnest(p_notes) n cross join lateral jsonb_array_elements(n->'keys') k where n->>'rule' = p_invariant.id) k
    where k.key is not null order by 1));
end $$;
comment on function app.invariant_keys is
  'The groups that a rule about groups judges after objects were touched ({type id: ids}): where they are now, and where notes say that they were';
