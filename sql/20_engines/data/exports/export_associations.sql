create or replace function app.export_associations(p_type app.object_types, p_ids text[])
returns jsonb
language plpgsql stable as $$
declare v_policies jsonb := app.policies_of_caller(p_type.tenant_id);
begin
  return (
    select json_object_agg(a.from_id, a.list)::jsonb
    from (
      select a.from_id, json_agg(jsonb_build_object('association_type', a.association_type,
        'to_type', a.to_type_id, 'to_id', a.to_id, 'meta', a.meta) order by a.id)::jsonb as list
      from app.associations a
      where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id
        and a.from_id = any (p_ids) and not a.is_hidden
        and (v_policies is null
          or app.policies_show(v_policies, a.tenant_id, a.to_type_id, a.to_id))
      group by a.from_id) a);
end $$;
comment on function app.export_associations is
  'The associations of objects whose other end the caller may see, as {object id: [association]}';
