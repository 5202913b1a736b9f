create or replace function app.index_entries(p_type app.object_types, p_objects app.objects[])
returns table (tenant_id text, property_id text, text_value text, number_value double precision, object_id text, is_unique boolean)
language sql immutable as $$
  select p_type.tenant_id, d.value->>'id', app.index_text(o.properties->d.key), app.index_number(o.properties->d.key), o.id,
    d.value ? 'unique' and jsonb_typeof(o.properties->d.key) is not null
  from jsonb_each(p_type.definition) d cross join unnest(p_objects) o
  where d.value ? 'index' and not o.is_deleted
$$;
comment on function app.index_entries is 'The rows of app.object_index that live objects have, one per indexed property';
