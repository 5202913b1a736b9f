create or replace function app.invariant_check(
  p_invariant app.invariants, p_ids text[], p_keys jsonb, p_most integer, out total bigint, out violations jsonb)
language plpgsql stable as $$
begin
  with broken as (
    select b.object_id, b.value_left, b.value_right, row_number() over (order by b.object_id) as n
    from app.invariant_breaks(p_invariant, p_ids, array(select k from jsonb_array_elements(p_keys) k), null) b
    where b.object_id = any (p_ids))
  select count(*), coalesce(json_agg(json_build_object('object_id', b.object_id, 'left', b.value_left, 'right', b.value_right)
    order by b.object_id) filter (where b.n <= p_most)::jsonb, '[]')
  into total, violations from broken b;
end $$;
comment on function app.invariant_check is
  'How many of some objects (p_ids, in the groups p_keys) break a rule, and the first p_most of these';
