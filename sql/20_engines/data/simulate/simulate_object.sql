create or replace function app.simulate_object(p_type app.object_types, p_sample jsonb)
returns app.objects
language sql stable as $$
  select jsonb_populate_record(null::app.objects, jsonb_build_object(
    'tenant_id', p_type.tenant_id, 'object_type_id', p_type.id, 'id', p_sample->'id',
    'created_by', p_sample->'created_by', 'created_at', p_sample->'created_at',
    'updated_at', p_sample->'updated_at', 'version', p_sample->'version', 'is_deleted', false,
    'properties', case
      when jsonb_typeof(p_sample->'properties') = 'object' and not p_type.definition ? 'properties'
        then p_sample->'properties'
      else p_sample - array(
        select n from unnest('{id,created_by,created_at,updated_at,version}'::text[]) n
        where not p_type.definition ? n) end))
$$;
comment on function app.simulate_object is
  'A row of sample_data as an object: as the API shows one, or with its properties at the top';
