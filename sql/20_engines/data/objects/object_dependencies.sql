create or replace function app.object_dependencies(
  p_type app.object_types, p_object app.objects, p_is_forced boolean, p_is_linked boolean)
returns jsonb
language plpgsql stable as $$
declare
  v_type_ids text[] := array[p_type.id];
  v_ids text[] := array[p_object.id];
  v_linked bigint := 0;
  v_files bigint := 0;
  v_versions bigint := 0;
  v_comments bigint := 0;
begin
  if p_is_linked then
    select array_agg(c.object_type_id) || v_type_ids, array_agg(c.id) || v_ids
    into v_type_ids, v_ids
    from app.cascade(p_type, v_ids) c;
    perform app.associations_restrict(p_type.tenant_id, v_type_ids, v_ids);
    v_linked := (
      select count(*) from (
        select a.id from unnest(v_type_ids, v_ids) k(type_id, id) cross join lateral (
          select a.id from app.associations a
          where a.tenant_id = p_type.tenant_id and a.from_type_id = k.type_id
            and a.from_id = k.id and (p_is_forced or not a.is_hidden) offset 0) a
        union
        select a.id from unnest(v_type_ids, v_ids) k(type_id, id) cross join lateral (
          select a.id from app.associations a
          where a.tenant_id = p_type.tenant_id and a.to_type_id = k.type_id
            and a.to_id = k.id and (p_is_forced or not a.is_hidden) offset 0) a) one);
    v_files := (
      select count(*) from unnest(v_type_ids, v_ids) k(type_id, id) cross join lateral (
        select 1 from app.files f
        where f.tenant_id = p_type.tenant_id and f.object_type_id = k.type_id
          and f.object_id = k.id and not f.is_deleted offset 0) f);
    v_comments := (
      select count(*) from unnest(v_type_ids, v_ids) k(type_id, id) cross join lateral (
        select 1 from app.comments c
        where c.tenant_id = p_type.tenant_id and c.object_type_id = k.type_id
          and c.object_id = k.id and not c.is_deleted offset 0) c);
  end if;
  if p_is_forced then
    v_versions := (
      select count(*) from unnest(v_type_ids, v_ids) k(type_id, id) cross join lateral (
        select 1 from app.object_versions v
        where v.tenant_id = p_type.tenant_id and v.object_type_id = k.type_id
          and v.object_id = k.id offset 0) v);
  end if;
  return app.dependencies(array[
    row('object', cardinality(v_ids) - (not p_is_forced)::integer)::app.dependency,
    row('version', v_versions)::app.dependency, row('association', v_linked)::app.dependency,
    row('file', v_files)::app.dependency, row('comment', v_comments)::app.dependency]);
end $$;
comment on function app.object_dependencies is
  'Returns the records that a delete of an object also removes: permanently (forced), or to the '
  'trash. 409 INVALID_STATE when an association restricts it';
