create or replace function app.invariant_find(p_tenant text, p_id text)
returns app.invariants
language plpgsql stable as $$
declare v_invariant app.invariants;
begin
  select * into v_invariant from app.invariants i where i.tenant_id = p_tenant and i.id = p_id;
  if not found then perform app.not_found('invariant', p_id); end if;
  if app.is_type_limited() then perform app.object_type_find(p_tenant, v_invariant.object_type_id); end if;
  return v_invariant;
end $$;
comment on function app.invariant_find is 'A rule by id; 404 for an id that no rule has';
