create or replace function worker.diff_objects_origins(p_tenant text, p_type text, p_ids text[])
returns table (id text, origin json)
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return query
    select o.id::text, json_build_object('created_at', o.created_at, 'created_by', o.created_by)
    from app.objects o where o.tenant_id = p_tenant and o.object_type_id = p_type and o.id = any (p_ids);
end $$;
comment on function worker.diff_objects_origins is 'When and by whom objects were made, by their ids';
