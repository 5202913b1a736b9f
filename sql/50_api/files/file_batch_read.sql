create or replace function api.file_batch_read(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ids text[] := array(select jsonb_array_elements_text(args->'file_ids'));
  v_sight jsonb := app.file_sight(tenant);
begin
  return (
    select coalesce(json_agg(app.file_json(row(f.*)::app.files)
      order by array_position(v_ids, f.id::text)), '[]')
    from app.files f
    where f.tenant_id = tenant and f.id = any (v_ids) and not f.is_deleted
      and app.file_shows(v_sight, row(f.*)::app.files));
end $$;
comment on function api.file_batch_read is 'Read up to 100 files by id';
