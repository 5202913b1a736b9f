create or replace function app.creator_count(
  p_tenant text, p_type_id text, p_creator text, p_cap integer)
returns integer
language sql stable as $$
  select count(*)::integer from (
    select from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.created_by = p_creator
      and not o.is_deleted
    limit p_cap) c
$$;
comment on function app.creator_count is
  'How many live objects of a type one caller has created, p_cap at most';
