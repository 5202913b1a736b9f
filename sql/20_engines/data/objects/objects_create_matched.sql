create or replace function app.objects_create_matched(
  p_type app.object_types, p_names text[], p_properties jsonb[])
returns app.objects[]
language plpgsql volatile as $$
declare v_detail text;
begin
  return app.objects_create(p_type, p_properties);
exception when sqlstate 'PT409' then
  get stacked diagnostics v_detail = pg_exception_detail;
  -- A value of an object that the caller may not see stays taken.
  if array[v_detail::jsonb->'details'->>'property'] = p_names
    and (v_detail::jsonb->'details' ? 'existing_id' or not app.policy_limits(p_type)) then
    raise exception using errcode = 'serialization_failure',
      message = 'another write has created a matching object';
  end if;
  raise;
end $$;
comment on function app.objects_create_matched is
  'app.objects_create for an upsert: when match_on is one unique property and its value has just '
  'been taken, the gateway repeats the call (40001), which then finds the object';
