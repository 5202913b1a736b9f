create or replace function app.association_named(
  p_association app.associations, p_from_name text, p_to_name text)
returns json
language sql stable as $$
  select row_to_json(row(
    p_association.id, p_from_name, p_association.from_type_id, p_association.from_id,
    p_association.association_type, p_to_name, p_association.to_type_id, p_association.to_id,
    p_association.meta, p_association.created_at, p_association.updated_at)::app.association_record)
$$;
comment on function app.association_named is
  'An association as the API shows it, where the names of its types are known: one expression, which costs no statement';
