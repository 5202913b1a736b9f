create or replace function app.invariant_remove(p_invariant app.invariants)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  delete from app.invariants i where i.tenant_id = p_invariant.tenant_id and i.id = p_invariant.id;
  perform app.invariants_refresh(p_invariant.tenant_id, p_invariant.type_ids || p_invariant.object_type_id);
  v_done := app.journal_write(p_invariant.tenant_id, 'invariant.deleted', 'invariant', p_invariant.id, null,
    app.invariant_event(p_invariant), p_object_type_id => p_invariant.object_type_id);
end $$;
comment on function app.invariant_remove is 'Removes a rule: from now on writes are not held to it';
