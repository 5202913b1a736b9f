create or replace function app.association_json(p_association app.associations)
returns json
language sql stable as $$
  select app.association_named(p_association,
    (select t.name from app.object_types t
     where t.tenant_id = p_association.tenant_id and t.id = p_association.from_type_id),
    (select t.name from app.object_types t
     where t.tenant_id = p_association.tenant_id and t.id = p_association.to_type_id))
$$;
comment on function app.association_json is 'An association as the API shows it';
