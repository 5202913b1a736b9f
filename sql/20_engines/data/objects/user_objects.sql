create or replace function app.user_objects(
  p_tenant text, p_type_id text, p_user_id text, p_after text)
returns text[]
language sql stable as $$
  select array(
    select o.id from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.created_by = p_user_id
      and o.id > p_after and not o.is_deleted
    order by o.id limit 1000)
$$;
comment on function app.user_objects is
  'The next thousand live objects of a type that a user created, by id';
