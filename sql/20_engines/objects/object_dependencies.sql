create or replace function app.object_dependencies(
  p_type app.object_types, p_object app.objects, p_is_forced boolean, p_is_linked boolean)
returns jsonb
language plpgsql stable as $$
declare
  v_type_ids text[] := array[p_type.id];
  v_ids text[] := array[p_object.id];
  v_counts app.dependency[] := '{}';
begin
  if p_is_linked then
    select array_agg(c.object_type_id) || v_type_ids, array_agg(c.id) || v_ids
    into v_type_ids, v_ids
    from app.cascade(p_type, v_ids) c;
    perform app.associations_restrict(p_type.tenant_id, v_type_ids, v_ids);
    v_counts := array[row('association', (
      select count(*) from (
        select a.id from app.associations a
        where a.tenant_id = p_type.tenant_id and a.from_type_id = any (v_type_ids)
          and a.from_id = any (v_ids) and (p_is_forced or not a.is_hidden)
        union
        select a.id from app.associations a
        where a.tenant_id = p_type.tenant_id and a.to_type_id = any (v_type_ids)
          and a.to_id = any (v_ids) and (p_is_forced or not a.is_hidden)) one))::app.dependency];
  end if;
  if p_is_forced then
    v_counts := row('version', (
      select count(*) from app.object_versions v
      where v.tenant_id = p_type.tenant_id and v.object_type_id = any (v_type_ids)
        and v.object_id = any (v_ids)))::app.dependency || v_counts;
  end if;
  return app.dependencies(
    row('object', cardinality(v_ids) - (not p_is_forced)::integer)::app.dependency || v_counts);
end $$;
comment on function app.object_dependencies is
  'What a delete of an object takes along: for good (forced), or into the trash. '
  '409 INVALID_STATE when an association restricts it';
