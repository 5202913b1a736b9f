create or replace function app.invariant_begin(p_invariant app.invariants)
returns app.invariants
language plpgsql volatile as $$
declare
  v_found record;
  v_policies jsonb;
begin
  p_invariant.violations := null;
  p_invariant.checked_at := null;
  p_invariant.cursor := null;
  if (app.object_total(p_invariant.tenant_id, p_invariant.object_type_id)).live > 10000 then
    p_invariant.status := 'checking';
    p_invariant.cursor := '';
    return p_invariant;
  end if;
  v_found := app.invariant_check_all(p_invariant, 20);
  if v_found.total > 0 then
    v_policies := app.policies_of_caller(p_invariant.tenant_id);
    perform app.fail(409, 'INVARIANT_VIOLATED', format('%s of %s objects break this rule. Change them first, or create it as a draft and look at '
        'its check.', v_found.total, v_found.checked),
      jsonb_build_object('name', p_invariant.name, 'total', v_found.total, 'objects', array(
        select o from jsonb_array_elements(app.invariant_violations(p_invariant.object_type_id, v_found.total, v_found.violations)->'objects')
          with ordinality t(o, n)
        where app.policies_show(v_policies, p_invariant.tenant_id, o->>'object_type_id', o->>'object_id') order by n)));
  end if;
  p_invariant.status := 'active';
  p_invariant.checked_at := clock_timestamp();
  p_invariant.violations := app.invariant_violations(p_invariant.object_type_id, 0, '[]');
  return p_invariant;
end $$;
comment on function app.invariant_begin is
  'A rule as it comes into force: up to 10,000 objects are checked at once, while writers wait; beyond that the worker checks them '
  '(worker.invariant_check). 409 INVARIANT_VIOLATED names the first that break it';
