create or replace function app.objects_linked(p_type app.object_types, p_ids text[])
returns boolean
language plpgsql stable as $$
begin
  -- In parts that the planner keeps apart, here and elsewhere: with few statistics it would rather
  -- read a whole tenant than look up once per object.
  return exists (
      select 1 from unnest(p_ids) i(id) cross join lateral (
        select 1 from app.associations a
        where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id and a.from_id = i.id
        limit 1) one)
    or exists (
      select 1 from unnest(p_ids) i(id) cross join lateral (
        select 1 from app.associations a
        where a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id and a.to_id = i.id
        limit 1) one)
    or exists (
      select 1 from unnest(p_ids) i(id) cross join lateral (
        select 1 from app.files f
        where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id
          and f.object_id = i.id
        limit 1) one)
    or exists (
      select 1 from unnest(p_ids) i(id) cross join lateral (
        select 1 from app.comments c
        where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id
          and c.object_id = i.id
        limit 1) one);
end $$;
comment on function app.objects_linked is
  'Whether any of these objects has an association, a file or a comment, hidden and deleted ones included: '
  'the one look-up that the delete of an object without any pays';
