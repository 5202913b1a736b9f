create or replace function app.export_refuse(p_type app.object_types, args jsonb)
returns void
language plpgsql stable as $$
declare
  v_live bigint := (app.object_total(p_type.tenant_id, p_type.id)).live;
  v_count text := case when args ?| array['filters', 'query', 'include_deleted']
      or app.policy_limits(p_type)
    then 'more than 100000' else v_live::text end;
begin
  perform app.fail(400, 'VALIDATION_ERROR',
    format('filters: an export holds at most 100000 records, and %s match. Export them in parts, '
      'for example with a filter on created_at.', v_count),
    jsonb_build_array(jsonb_build_object('path', 'filters', 'code', 'too_many',
      'message', format('match %s records, but an export holds at most 100000', v_count))), 'filters');
end $$;
comment on function app.export_refuse is 'Refuses with 400 an export of more than 100,000 records';
