create or replace function app.association_row(
  p_association app.associations, p_is_outgoing boolean)
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
    p_association.created_at, p_association.updated_at,
    case when p_is_outgoing then 'outgoing' else 'incoming' end,
    case when not p_is_outgoing then (
      select r.inverse_name from app.association_types r
      where r.tenant_id = p_association.tenant_id
        and r.name = p_association.association_type) end)::app.association_row)
$$;
comment on function app.association_row is
  'An association as a list of one of its objects shows it';
