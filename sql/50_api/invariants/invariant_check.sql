create or replace function api.invariant_check(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_invariant app.invariants := app.invariant_find(tenant, args->>'invariant_id');
  v_policies jsonb := app.policies_of_caller(tenant);
  v_is_bound boolean := app.policies_bind(app.principal());
  v_total record := app.object_total(tenant, v_invariant.object_type_id);
  v_found record;
begin
  if v_total.live > 100000 then
    perform app.fail(409, 'INVALID_STATE', 'A check looks at up to 100,000 objects. Make the rule active: the worker checks all of them.',
      '{"max": 100000}');
  end if;
  v_found := app.invariant_check_all(v_invariant, 100);
  return json_build_object('checked', v_found.checked, 'total', v_found.total, 'violations', (
    select coalesce(json_agg(case when v_is_bound then f || '{"left": null, "right": null}' else f end order by n), '[]')
    from jsonb_array_elements(v_found.violations) with ordinality t(f, n)
    where app.policies_show(v_policies, tenant, v_invariant.object_type_id, f->>'object_id')));
end $$;
comment on function api.invariant_check is 'Check the objects of a type against an invariant';
