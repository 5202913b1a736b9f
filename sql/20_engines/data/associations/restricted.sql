create or replace function app.restricted(p_holder app.associations)
returns void
language plpgsql stable as $$
begin
  if not app.policies_show(app.policies_of_caller(p_holder.tenant_id), p_holder.tenant_id,
    p_holder.from_type_id, p_holder.from_id) then
    perform app.fail(409, 'INVALID_STATE', format(
      'An object that you may not see is associated with an object that this would delete (%s), '
      'and the association type has on_delete restrict. Ask an administrator.', p_holder.association_type),
      jsonb_build_object('association_type', p_holder.association_type));
  end if;
  perform app.fail(409, 'INVALID_STATE', format(
    'Object %s is associated with an object that this would delete (%s), and the association type '
    'has on_delete restrict. Remove the association or that object first.',
    p_holder.from_id, p_holder.association_type),
    jsonb_build_object('association_type', p_holder.association_type,
      'association_id', p_holder.id, 'object_id', p_holder.from_id));
end $$;
comment on function app.restricted is 'Refuses with 409 a delete that an association forbids';
