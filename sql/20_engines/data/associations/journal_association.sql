create or replace function app.journal_association(
  p_event text, p_association app.associations, p_old app.associations, p_new app.associations)
returns void
language sql volatile as $$
  select app.journal_write(p_association.tenant_id, p_event, 'association', p_association.id,
    case when p_new.id is not null then app.association_json(p_new) end,
    case when p_old.id is not null then app.association_json(p_old) end,
    case when p_old.meta <> p_new.meta then array['meta'] end,
    p_association.from_type_id)
$$;
comment on function app.journal_association is
  'The journal row of an association''s change, with the whole record before and after';
