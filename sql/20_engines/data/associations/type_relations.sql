create or replace function app.type_relations(p_tenant text)
returns table (type_id text, relations json)
language plpgsql stable as $$
declare
  v_types jsonb := (
    select json_object_agg(t.id, t.name) from app.object_types t where t.tenant_id = p_tenant);
begin
  return query
    select e.type_id, json_agg(json_build_object('name', side.name, 'association_type', side.association_type,
        'direction', side.direction, 'type', v_types->side.other_id, 'many', side.many)
      order by side.name, side.association_type)
    from app.association_types a
    cross join lateral (values
      (a.name::text, a.name, 'outgoing', a.from_type_id::text, a.to_type_id, a.cardinality = 'many'),
      (coalesce(a.inverse_name, 'in:' || a.name), a.name, 'incoming', a.to_type_id, a.from_type_id, true)
    ) side(name, association_type, direction, own_id, other_id, many)
    cross join lateral (
      select side.own_id where side.own_id is not null
      union all
      select jsonb_object_keys(v_types) where side.own_id is null) e(type_id)
    where a.tenant_id = p_tenant
    group by e.type_id;
end $$;
comment on function app.type_relations is
  'How the objects of each type are related to others, by the association types of the tenant: [{name, association_type, '
  'direction, type, many}] in order of names. Outgoing relations have the name of the association, incoming ones its '
  'inverse name, or in:<name> without one. type is null where objects of any type may stand; many tells whether one object '
  'may have several';
