create or replace function app.association_json(p_association app.associations)
returns json
language sql stable as $$
  select row_to_json(row(
    p_association.id,
    (select t.name from app.object_types t
     where t.tenant_id = p_association.tenant_id and t.id = p_association.from_type_id),
    p_association.from_type_id, p_association.from_id, p_association.association_type,
    (select t.name from app.object_types t
     where t.tenant_id = p_association.tenant_id and t.id = p_association.to_type_id),
    p_association.to_type_id, p_association.to_id, p_association.meta,
    p_association.created_at, p_association.updated_at)::app.association_record)
$$;
comment on function app.association_json is 'An association as the API shows it';
