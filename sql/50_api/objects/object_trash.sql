create or replace function api.object_trash(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most integer := case when args @> '{"count": "exact"}' then 10000 else 1000 end;  -- to be counted where policies limit what the caller sees
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_filter app.filter := app.policy_filter(v_type, 'select');
  v_is_limited boolean := v_filter.condition is not null;
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'object.trash', tenant, v_type.id);
  v_after text := coalesce(app.cursor_decode(v_binding, args->>'cursor')->>2, '~');
  v_rows json[] := array(
    select app.object_json(row(o.*)::app.objects) from app.objects o
    where o.tenant_id = tenant and o.object_type_id = v_type.id and o.is_deleted
      and o.id < v_after and app.filter_holds(v_filter, row(o.*)::app.objects)
    order by o.id desc limit v_limit + 1);
  v_total bigint;
begin
  if args @> '{"count": "none"}' then
    v_total := null;
  elsif v_is_limited then
    v_total := app.trash_count(v_type, v_filter, v_most + 1);
  else
    v_total := (app.object_total(tenant, v_type.id)).trashed;
  end if;
  return app.page(v_rows, v_limit, v_binding, 'id', v_total,
    case when v_is_limited then v_most end);
end $$;
comment on function api.object_trash is 'List the objects in the trash';
