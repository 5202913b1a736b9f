create or replace function app.invariant_neighbours(p_invariant app.invariants, p_ids text[])
returns text[]
language plpgsql stable as $$
declare v_ids text[];
begin
  -- A group changes for all of its objects; and where one compares several groups, any object may be judged by what has changed.
  v_ids := array(
    select o.id::text from app.objects o
    where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and not o.is_deleted
    order by o.id limit 10001);
  if cardinality(v_ids) > 10000 then
    perform app.fail(409, 'INVARIANT_VIOLATED', format('The rule %s compares groups of more than 10,000 objects.', p_invariant.name),
      jsonb_build_object('invariant_id', p_invariant.id, 'name', p_invariant.name, 'objects', '[]'::jsonb, 'hidden', 0,
        'reason', 'too_many'));
  end if;
  return v_ids;
end $$;
comment on function app.invariant_neighbours is
  'The objects that a rule over several kinds of groups has to judge again after a write: all of its type, 10,000 at most';
