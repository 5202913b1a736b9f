create or replace function app.invariant_compile(
  p_type app.object_types, p_condition jsonb, p_rule jsonb, p_is_strict boolean default true)
returns jsonb
language plpgsql stable as $$
declare
  v_when jsonb := app.invariant_filter(p_type, p_condition, 'when');
  v_compares jsonb := '[]';
  v_overlap jsonb;
  v_leaves jsonb[];
  v_bys jsonb;
  v_vias jsonb;
  v_quick text;
  v_made jsonb;
begin
  if (select count(*) from jsonb_object_keys(p_rule) k where k = any ('{compare,all,no_overlap}')) <> 1 then
    perform app.invalid('rule', 'one_kind', 'must have exactly one of compare, all and no_overlap');
  end if;
  if p_rule ? 'compare' then
    perform app.invariant_members_check(p_rule, '{compare}', '{}', 'rule');
    v_compares := jsonb_build_array(app.invariant_compare(p_type, p_rule->'compare', 'rule.compare', p_is_strict));
  elsif p_rule ? 'all' then
    perform app.invariant_members_check(p_rule, '{all}', '{}', 'rule');
    if jsonb_typeof(p_rule->'all') <> 'array' or not jsonb_array_length(p_rule->'all') between 1 and 10 then
      perform app.invalid('rule.all', 'invalid_list', 'must be 1 to 10 comparisons');
    end if;
    for i in 0 .. jsonb_array_length(p_rule->'all') - 1 loop
      perform app.invariant_members_check(p_rule->'all'->i, '{compare}', '{}', format('rule.all[%s]', i));
      v_compares := v_compares || app.invariant_compare(
        p_type, p_rule->'all'->i->'compare', format('rule.all[%s].compare', i), p_is_strict);
    end loop;
  else
    perform app.invariant_members_check(p_rule, '{no_overlap}', '{}', 'rule');
    v_overlap := app.invariant_overlap(p_type, p_rule->'no_overlap', p_is_strict);
  end if;
  v_leaves := array(select app.invariant_leaves(v_compares));
  v_bys := case when v_overlap is not null then jsonb_build_array(v_overlap - '{from,to,kind,is_closed}'::text[])
    else to_jsonb(array(
      select distinct jsonb_build_object('by', l->'of'->'by', 'ids', l->'of'->'ids', 'types', l->'of'->'types')
      from unnest(v_leaves) l where l->'of' ? 'by')) end;
  v_vias := to_jsonb(array(
    select distinct app.jsonb_pick(l->'of', '{association,is_out,type_id}') from unnest(v_leaves) l where l->'of' ? 'association'));
  if v_bys = '[]' and v_vias = '[]' and not '{"kind": "money"}' <@ any (v_leaves) and not exists (
      select 1 from jsonb_array_elements(v_compares) c
      where c->>'operator' = 'neq' or not c->'left'->>'kind' in ('number', 'moment')) then
    v_quick := (
      select string_agg(format('%s %s %s', app.invariant_quick(c->'left'), case c->>'operator' when 'eq' then '==' when 'lt' then '<'
        when 'lte' then '<=' when 'gt' then '>' else '>=' end, app.invariant_quick(c->'right')), ' && ')
      from jsonb_array_elements(v_compares) c);
  end if;
  v_made := jsonb_build_object('compares', v_compares, 'overlap', v_overlap, 'when', v_when->'filter', 'bys', v_bys, 'vias', v_vias,
    'quick', v_quick, 'needs', case when v_bys = '[]' and v_vias = '[]' then 'object' when v_bys = '[]' then 'owner'
      when v_vias = '[]' and jsonb_array_length(v_bys) = 1 then 'group' else 'type' end,
    'associations', array(select distinct l->'of'->>'association' from unnest(v_leaves) l where l->'of' ? 'association'),
    'names', app.invariant_names(p_type.id, v_leaves, v_when, v_overlap));
  return v_made - array(select m.key from jsonb_each(v_made) m where m.value = 'null');
end $$;
comment on function app.invariant_compile is
  'Checks a rule against its type and prepares it: the comparisons or the overlap, what it is about (bys: groups, vias: associations), what a '
  'writer has to lock (needs: object, owner, group or type), a jsonpath that shows at once that an object keeps it (quick), and the names that '
  'it depends on. Not p_is_strict: indexes need not be ready. 400 names the place of what does not fit';
