create or replace function app.simulate(p_tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end timestamptz := clock_timestamp() + interval '2 seconds';
  v_scene record := app.simulate_scene(p_tenant, args);
  v_type app.object_types := v_scene.type;
  v_rows app.objects[] := app.simulate_rows(v_type, args);
  v_principal jsonb := app.principal();
  v_filters app.filter[];
  v_leaves record;
  v_denies record;
  v_is_for boolean;
  v_one record;
  v_results json[] := '{}';
  v_sql text;
  v_counts integer[] := '{0,0,0,0}';
  v_ids jsonb := '{"lose": [], "gain": []}';
  v_default text := 'no policy allows it';
  v_done text;
begin
  v_done := app.act_as(app.simulate_principal(p_tenant, args->'auth_context'));
  v_type.policies := app.policies_compile(v_type, v_scene.stored);
  v_filters[1] := app.policy_filter(v_type, v_scene.action);
  v_type.policies := app.policies_compile(v_type, v_scene.wanted);
  v_filters[2] := app.policy_filter(v_type, v_scene.action);
  if v_type.user_access = 'private' and not app.policies_allow(v_type, v_scene.action) then
    v_default := 'the object type is private, and no policy allows it';
  end if;
  v_denies := app.simulate_denies(v_type, v_scene.action);
  v_leaves := app.simulate_conditions(v_type, (v_scene.named).condition_json);
  v_is_for := app.policy_is_for((v_scene.named).role, app.principal());
  v_sql := coalesce((v_filters[2]).condition::text, 'strict true');
  if (v_scene.named).id is not null then
    v_filters[3] := app.simulate_alone(v_type, (v_scene.named).condition_json);
  end if;
  for i in 1 .. cardinality(v_rows) loop
    if clock_timestamp() > v_end then
      perform app.invalid(case when args ? 'sample_data' then 'sample_data' else 'limit' end,
        'too_slow', 'takes longer than 2 seconds. Send fewer or smaller rows');
    end if;
    v_one := app.simulate_row(v_scene.named, v_is_for, v_filters, v_leaves.leaves,
      v_leaves.filters, v_denies.ids, v_denies.filters, v_rows[i],
      v_default, i - 1);
    v_results := v_results || v_one.result;
    v_counts[1] := v_counts[1] + v_one.is_allowed::integer;
    if v_one.was_allowed <> v_one.is_allowed then
      v_counts[case when v_one.is_allowed then 3 else 2 end] :=
        v_counts[case when v_one.is_allowed then 3 else 2 end] + 1;
      v_ids := jsonb_insert(v_ids, array[case when v_one.is_allowed then 'gain' else 'lose' end,
        '-1'], to_jsonb((v_rows[i]).id), true);
    end if;
  end loop;
  v_done := app.act_back(v_principal);
  return app.simulate_answer(args, v_counts, cardinality(v_rows), v_ids, v_results, v_sql);
end $$;
comment on function app.simulate is
  'Answers POST /v1/policies/simulate, by the code of enforcement, as the caller that '
  'auth_context describes';
