create or replace function app.view_lock(p_type app.object_types, p_id text)
returns app.views
language plpgsql volatile as $$
begin
  perform from app.views v
  where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id and v.id = p_id
  for update;
  return app.view_find(p_type, p_id);
end $$;
comment on function app.view_lock is 'app.view_find for a change: with the row locked';
