create or replace function api.association_type_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_rule app.association_types;
  v_invariants app.invariants[];
  v_invariant app.invariants;
  v_refusal json;
  v_done text;
begin
  perform app.association_types_own(tenant);
  v_rule := app.association_type_find(tenant, args->>'association_type_id');
  v_done := app.unchanged_check(v_rule.updated_at, args);
  v_invariants := app.invariants_naming(tenant, null, null, v_rule.name);
  if v_invariants <> '{}' then
    v_refusal := app.confirm(tenant, 'association_type', v_rule.id,
      app.dependencies(array[row('invariant', cardinality(v_invariants))::app.dependency]), args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
    foreach v_invariant in array v_invariants loop
      perform app.invariant_remove(v_invariant);
    end loop;
  end if;
  perform app.association_type_remove(v_rule);
  perform app.association_types_spread(tenant);
  return json_build_object('id', v_rule.id, 'deleted', true);
end $$;
comment on function api.association_type_delete is 'Delete an association type';
