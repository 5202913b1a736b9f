create or replace function app.invariant_check(
  p_invariant app.invariants, p_after text, p_limit integer, p_most integer, p_locks boolean,
  out checked bigint, out total bigint, out violations jsonb, out last text)
language plpgsql volatile as $$
declare
  v_ids text[];
  v_keys jsonb[];
  v_done text;
begin
  v_ids := array(
    select o.id::text from app.objects o
    where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and o.id > p_after and not o.is_deleted
    order by o.id limit p_limit);
  checked := cardinality(v_ids);
  last := v_ids[p_limit];
  v_keys := array(select k from jsonb_array_elements(app.invariant_keys(p_invariant,
    jsonb_build_object(p_invariant.object_type_id, v_ids), '{}')) k);
  if p_locks then
    v_done := app.invariants_lock(p_invariant.tenant_id,
      app.invariant_slots(p_invariant, to_jsonb(v_ids), to_jsonb(v_keys)));
  end if;
  with broken as (
    select b.object_id, b.value_left, b.value_right, row_number() over (order by b.object_id) as n
    from app.invariant_breaks(p_invariant, v_ids, v_keys, null) b where b.object_id = any (v_ids))
  select count(*), coalesce(json_agg(json_build_object('object_id', b.object_id, 'left', b.value_left, 'right', b.value_right)
    order by b.object_id) filter (where b.n <= p_most)::jsonb, '[]')
  into total, violations from broken b;
end $$;
comment on function app.invariant_check is
  'Checks the next p_limit objects of a type against a rule: how many it has looked at, how many break it, the first p_most of these, and '
  'the last object, null at the end. p_locks: it locks what writers would';
