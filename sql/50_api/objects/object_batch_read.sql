create or replace function api.object_batch_read(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_filter app.filter := app.policy_filter(v_type, 'select');
  v_ids text[] := array(select jsonb_array_elements_text(args->'object_ids'));
begin
  return (
    select coalesce(json_agg(app.object_json(row(o.*)::app.objects)
      order by array_position(v_ids, o.id::text)), '[]')
    from app.objects o
    where o.tenant_id = tenant and o.object_type_id = v_type.id and o.id = any (v_ids)
      and not o.is_deleted and app.filter_holds(v_filter, row(o.*)::app.objects));
end $$;
comment on function api.object_batch_read is 'Read up to 100 objects by id';
