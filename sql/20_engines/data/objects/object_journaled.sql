create or replace function app.object_journaled(p_object app.objects)
returns json
language plpgsql stable as $$
declare
  v_created timestamptz := p_object.created_at;
  v_updated timestamptz := p_object.updated_at;
begin
  -- Not an SQL function: as part of a statement it would be made ready again for each write.
  return ('{"properties":' || p_object.properties::text || ',"version":' || p_object.version
    || case when v_created is distinct from app.id_time(p_object.id) then ',"created_at":' || to_json(v_created) else '' end
    || case when v_updated is distinct from v_created then ',"updated_at":' || to_json(v_updated) else '' end
    || case when p_object.created_by is not null then ',"created_by":' || to_json(p_object.created_by) else '' end
    || case when p_object.is_deleted then ',"is_deleted":true' else '' end
    || '}')::json;
end $$;
comment on function app.object_journaled is
  'An object as a row of the journal keeps it: without what stands in other columns of the row, and without what nearly every object has. '
  'app.journal_after makes it whole again';
