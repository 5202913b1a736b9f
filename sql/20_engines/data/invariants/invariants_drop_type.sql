create or replace function app.invariants_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare v_invariant app.invariants;
begin
  for v_invariant in
    select * from app.invariants i
    where i.tenant_id = p_type.tenant_id and p_type.id = any (i.type_ids || i.object_type_id) order by i.id
  loop
    perform app.invariant_remove(v_invariant);
  end loop;
end $$;
comment on function app.invariants_drop_type is 'Removes the rules that are about an object type or look at its objects, before it goes itself';
