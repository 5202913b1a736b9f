create or replace function app.trash_count(
  p_type app.object_types, p_filter app.filter, p_cap bigint)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*) from (
      select 1 from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.is_deleted
        and app.filter_holds(p_filter, row(o.*)::app.objects)
      limit p_cap) c);
end $$;
comment on function app.trash_count is
  'How many objects in the trash match a filter, p_cap (null: any number) at most';
