create or replace function app.invariants_index_check(p_type app.object_types, p_property app.properties)
returns void
language plpgsql stable as $$
declare v_invariant app.invariants;
begin
  foreach v_invariant in array app.invariants_naming(p_type.tenant_id, p_type.id, p_property.name) loop
    if v_invariant.compiled->>'needs' in ('group', 'type') and v_invariant.status <> 'draft' then
      perform app.fail(409, 'INVALID_STATE', format('The invariant %s finds its groups by the index of %s. Delete it, or make it a draft, '
        'before the index changes.', v_invariant.name, p_property.name), jsonb_build_object('invariant_id', v_invariant.id));
    end if;
  end loop;
end $$;
comment on function app.invariants_index_check is
  'Refuses with 409 INVALID_STATE a change of an index by which a rule finds the objects of its groups';
