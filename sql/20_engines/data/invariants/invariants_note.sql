create or replace function app.invariants_note(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_quick jsonpath := p_type.invariants->>'quick';
  v_ids text[] := '{}';
  v_group jsonb;
  v_keys jsonb[];
  v_key jsonb;
  v_noted text := '';
begin
  for i in 1 .. coalesce(cardinality(p_new), cardinality(p_old)) loop
    if v_quick is not null then
      continue when p_new is null or p_new[i].is_deleted
        or jsonb_path_match(p_new[i].properties, v_quick, '{}', true);
    end if;
    v_ids := v_ids || coalesce(p_new[i].id, p_old[i].id)::text;
  end loop;
  if v_ids = '{}' then return; end if;
  for v_group in select g from jsonb_array_elements(coalesce(p_type.invariants->'groups', '[]')) g loop
    v_keys := '{}';
    for i in 1 .. coalesce(cardinality(p_old), 0) loop
      continue when p_old[i].is_deleted;
      v_key := app.invariant_key(v_group->'by', p_old[i].properties);
      if v_key is not null and v_key is distinct from app.invariant_key(v_group->'by', p_new[i].properties) then
        v_keys := v_keys || v_key;
      elsif v_key is not null and (p_new is null or p_new[i].is_deleted) then
        v_keys := v_keys || v_key;
      end if;
    end loop;
    if v_keys <> '{}' then
      v_noted := v_noted || jsonb_build_object('rule', v_group->'id', 'keys', v_keys) || E'\n';
    end if;
  end loop;
  v_noted := v_noted || jsonb_build_object('type', p_type.id, 'ids', v_ids) || E'\n';
  -- A savepoint that is rolled back takes its notes along.
  v_noted := set_config('app.invariants', concat(current_setting('app.invariants', true), v_noted), true);
end $$;
comment on function app.invariants_note is
  'Notes objects of a type with rules that are written (p_old, null: created; p_new, null: purged), and the groups that they leave, for '
  'app.invariants_settle. What keeps rules about single objects (quick) is not noted';
