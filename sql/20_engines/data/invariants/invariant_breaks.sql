create or replace function app.invariant_breaks(
  p_invariant app.invariants, p_ids text[], p_keys jsonb[], p_limit integer)
returns table (object_id text, value_left jsonb, value_right jsonb, reason text)
language plpgsql stable as $$
declare
  v_rule jsonb := p_invariant.compiled;
  v_when app.filter := jsonb_populate_record(null::app.filter, v_rule->'when');
  v_key jsonb;
  v_left integer := p_limit;
begin
  if v_rule->>'needs' <> 'group' then
    return query
      select o.id::text, j.value_left, j.value_right, case when j.value_left ? 'too_many' or j.value_right ? 'too_many' then 'too_many' end
      from app.objects o cross join lateral app.invariant_judge(v_rule->'compares', row(o.*)::app.objects) j
      where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and o.id = any (p_ids)
        and not o.is_deleted and not j.is_kept
        and case when v_when.condition is null then true else app.filter_holds(v_when, row(o.*)::app.objects) end
        and not exists (
          select 1 from jsonb_array_elements(v_rule->'bys') b where app.invariant_key(b, o.properties) is null)
      order by o.id limit p_limit;
    return;
  end if;
  foreach v_key in array p_keys loop
    for object_id, value_left, value_right, reason in
      select b.object_id, b.value_left, b.value_right, b.reason from app.invariant_group_breaks(p_invariant, v_key, v_left) b
    loop
      v_left := v_left - 1;
      return next;
    end loop;
    exit when v_left <= 0;
  end loop;
end $$;
comment on function app.invariant_breaks is
  'Objects that break a rule, of p_ids, or in the groups of p_keys, p_limit at most, with the two sides of the comparison that fails; all of one moment';
