create or replace function app.invariant_group_breaks(
  p_invariant app.invariants, p_key jsonb, p_limit integer)
returns table (object_id text, value_left jsonb, value_right jsonb, reason text)
language plpgsql stable as $$
declare
  v_rule jsonb := p_invariant.compiled;
  v_by jsonb := v_rule->'bys'->0;
  v_when app.filter := jsonb_populate_record(null::app.filter, v_rule->'when');
  v_match jsonb := app.invariant_match(v_by->'by', p_key);
  v_overlap jsonb := v_rule->'overlap';
  v_compares jsonb;
  v_judged record;
  v_has_own boolean;
  v_ids text[];
begin
  if v_overlap is null then
    v_compares := (
      select json_agg(jsonb_build_object('operator', c->'operator',
        'left', app.invariant_bound(p_invariant.tenant_id, p_invariant.object_type_id, c->'left', p_key),
        'right', app.invariant_bound(p_invariant.tenant_id, p_invariant.object_type_id, c->'right', p_key)) order by n)::jsonb
      from jsonb_array_elements(v_rule->'compares') with ordinality t(c, n));
    v_has_own := v_compares @? '$.**.property';  -- Only values and properties of each object are left.
    if not v_has_own then
      -- The same for each of its objects.
      v_judged := app.invariant_judge(v_compares, null);
      if v_judged.is_kept then return; end if;
    end if;
  end if;
  v_ids := app.invariant_ids(p_invariant.tenant_id, p_invariant.object_type_id, v_by, null, p_key);
  if cardinality(v_ids) > 10000 and (v_overlap is not null or v_has_own) then
    return query select v_ids[1], null::jsonb, null::jsonb, 'too_many';
    return;
  end if;
  if v_overlap is not null then
    return query
      select b.id, null::jsonb, null::jsonb, b.reason
      from app.invariant_overlaps(p_invariant, v_overlap, v_ids, v_match) b limit p_limit;
    return;
  end if;
  return query
    select o.id::text, j.value_left, j.value_right,
      case when j.value_left ? 'too_many' or j.value_right ? 'too_many' then 'too_many' end
    from app.objects o cross join lateral app.invariant_judge(v_compares, row(o.*)::app.objects) j
    where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and o.id = any (v_ids)
      and not o.is_deleted and o.properties @> v_match and not j.is_kept
      and case when v_when.condition is null then true else app.filter_holds(v_when, row(o.*)::app.objects) end
    order by o.id limit p_limit;
end $$;
comment on function app.invariant_group_breaks is
  'Objects of a group that break a rule about groups, p_limit at most (app.invariant_breaks). A group in which no object meets `when` breaks '
  'nothing';
