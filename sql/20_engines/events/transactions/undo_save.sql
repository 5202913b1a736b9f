create or replace function app.undo_save(
  p_type app.object_types, p_tx xid8, p_operation text, p_ids text[], p_versions integer[])
returns jsonb
language plpgsql volatile as $$
declare
  v_half integer := cardinality(p_ids) / 2;
  v_complete app.object_types := app.without_defaults(p_type);
  v_objects app.objects[];
  v_properties jsonb[];
  v_state text;
  v_message text;
  v_detail text;
begin
  begin
    select array_agg(u.object), array_agg(case when p_operation = 'delete' then u.properties
      else app.properties_normalize(v_complete, u.properties, null, 'properties') end)
    into v_objects, v_properties
    from app.undo_targets(p_type, p_tx, p_operation, p_ids, p_versions) u;
    if cardinality(v_objects) > 0 then
      perform app.objects_save(p_type, p_operation, v_objects, v_properties);
    end if;
    return '[]';
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
      v_detail = pg_exception_detail;
    if v_state !~ '^(PT4|22|23)' or v_state = 'PT429' then raise; end if;
  end;
  if v_half = 0 then
    return jsonb_build_array(
      app.undo_failure('object', p_ids[1], v_state, v_message, v_detail));
  end if;
  return app.undo_save(p_type, p_tx, p_operation, p_ids[:v_half], p_versions[:v_half])
    || app.undo_save(p_type, p_tx, p_operation, p_ids[v_half + 1:], p_versions[v_half + 1:]);
end $$;
comment on function app.undo_save is
  'Brings those of the objects back that p_operation brings back, all at once; when that fails, by '
  'halves, until it is known which object is at fault. Returns their conflicts';
