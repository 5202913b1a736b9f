create or replace function app.export_count(
  p_type app.object_types, p_filter app.filter, args jsonb)
returns integer
language plpgsql stable as $$
begin
  if not args @> '{"include_deleted":true}' then
    return app.filter_count(p_type, app.filter_plan(p_type, p_filter, 1000), 100001);
  end if;
  return (
    select count(*) from (
      select 1 from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and app.filter_holds(p_filter, row(o.*)::app.objects)
      limit 100001) c);
end $$;
comment on function app.export_count is
  'How many objects an export will hold, up to 100,001';
