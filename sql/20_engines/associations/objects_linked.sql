create or replace function app.objects_linked(p_type app.object_types, p_ids text[])
returns boolean
language plpgsql stable as $$
begin
  return exists (
      select from app.associations a
      where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id
        and a.from_id = any (p_ids))
    or exists (
      select from app.associations a
      where a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id and a.to_id = any (p_ids));
end $$;
comment on function app.objects_linked is
  'Whether any of these objects has an association, hidden ones included: '
  'the one look-up that the delete of an object without any pays';
