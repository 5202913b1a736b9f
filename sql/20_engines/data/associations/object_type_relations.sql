create or replace function app.object_type_relations(p_type app.object_types)
returns table (name text, association_type text, direction text, type text, many boolean)
language plpgsql stable as $$
begin
  return query
    select side.name, side.association_type, side.direction, other.name::text, side.many
    from (
      select a.name::text, a.name::text, 'outgoing', a.to_type_id, a.cardinality = 'many'
      from app.association_types a
      where a.tenant_id = p_type.tenant_id and coalesce(a.from_type_id, p_type.id) = p_type.id
      union all
      select coalesce(a.inverse_name, 'in:' || a.name), a.name, 'incoming', a.from_type_id, true
      from app.association_types a
      where a.tenant_id = p_type.tenant_id and coalesce(a.to_type_id, p_type.id) = p_type.id
    ) side(name, association_type, direction, type_id, many)
    left join app.object_types other
      on other.tenant_id = p_type.tenant_id and other.id = side.type_id;
end $$;
comment on function app.object_type_relations is
  'How objects of a type are related to others, by the association types of the tenant. Outgoing ones have the name of the '
  'association, incoming ones its inverse name, or in:<name> without one; type is null where objects of any type may stand, '
  'and many tells whether one object may have several';
