create or replace function app.invariants_settle(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_notes jsonb[];
  v_touched jsonb;
  v_rules app.invariants[];
  v_ids jsonb := '{}';
  v_keys jsonb := '{}';
  v_slots smallint[] := '{}';
  v_done text;
begin
  if coalesce(current_setting('app.invariants', true), '') = '' then return; end if;
  v_notes := array(
    select n::jsonb from string_to_table(current_setting('app.invariants'), E'\n') n where n <> '');
  v_done := set_config('app.invariants', '', true);
  v_touched := (
    select coalesce(json_object_agg(t.type_id, t.ids)::jsonb, '{}')
    from (
      select n->>'type' as type_id, to_json(array_agg(distinct i)) as ids
      from unnest(v_notes) n cross join lateral jsonb_array_elements_text(n->'ids') i where n ? 'type'
      group by 1) t);
  v_rules := array(
    select row(i.*)::app.invariants as rule from app.invariants i
    where i.tenant_id = p_tenant and i.status in ('active', 'checking')
      and (i.type_ids || i.object_type_id) && array(select jsonb_object_keys(v_touched))
    order by i.id);
  for n in 1 .. cardinality(v_rules) loop
    v_ids := v_ids || jsonb_build_object(n, app.invariant_owners(v_rules[n], v_touched));
    v_keys := v_keys || jsonb_build_object(n, app.invariant_keys(v_rules[n], v_touched, v_notes));
    v_slots := v_slots || app.invariant_slots(v_rules[n], v_ids->n::text, v_keys->n::text);
  end loop;
  v_done := app.invariants_lock(p_tenant, v_slots);
  for n in 1 .. cardinality(v_rules) loop
    v_done := app.invariant_enforce(v_rules[n], array(select jsonb_array_elements_text(v_ids->n::text)),
      array(select k from jsonb_array_elements(v_keys->n::text) k));
  end loop;
end $$;
comment on function app.invariants_settle is
  'Holds what this request has written to the rules of its types, at its very end: 409 INVARIANT_VIOLATED. Everything that is about more than '
  'one object is locked first, in one order, and evaluated by statements that begin after that: of two writers who could break a rule together the '
  'later one sees what the earlier one did';
