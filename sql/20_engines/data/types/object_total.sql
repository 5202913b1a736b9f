create or replace function app.object_total(
  p_tenant text, p_object_type_id text, out live bigint, out trashed bigint)
language sql stable as $$
  select coalesce(sum(c.live), 0)::bigint, coalesce(sum(c.trashed), 0)::bigint
  from app.object_counts c
  where c.tenant_id = p_tenant and c.object_type_id = p_object_type_id
$$;
comment on function app.object_total is
  'How many objects a type has, live and in the trash, from the counters';
