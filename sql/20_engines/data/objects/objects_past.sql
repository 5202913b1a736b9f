create or replace function app.objects_past(
  p_tenant text, p_moment timestamptz, p_types text[], p_ids text[], p_is_part boolean)
returns setof app.objects
language plpgsql stable as $$
declare
  v_since timestamptz := case when p_is_part then app.journal_open_since(p_moment) else '-infinity' end;
begin
  return query
    select (p.state).* from app.objects o
    cross join lateral app.object_past(row(o.*)::app.objects, p_moment) p
    where o.tenant_id = p_tenant and o.updated_at > v_since
      and (p_types is null and p_ids is null or o.object_type_id = any (p_types) or o.id = any (p_ids))
      and not (p.state).is_deleted;
end $$;
comment on function app.objects_past is
  'The objects that were there at a moment, as they were: of some types (p_types) or ids, null: all. p_is_part: only those that may be different now';
