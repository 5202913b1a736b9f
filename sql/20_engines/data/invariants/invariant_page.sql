create or replace function app.invariant_page(p_invariant app.invariants, p_after text, p_limit integer)
returns text[]
language plpgsql stable as $$
begin
  return array(
    select o.id::text from app.objects o
    where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and o.id > p_after and not o.is_deleted
    order by o.id limit p_limit);
end $$;
comment on function app.invariant_page is 'The next live objects that a check of a rule looks at';
