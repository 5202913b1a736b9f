create or replace function app.index_entries(p_type app.object_types, p_objects app.objects[])
returns table (
  tenant_id text, property_id text, text_value text, number_value double precision, object_id text,
  is_unique boolean)
language sql immutable as $$
  select p_type.tenant_id, e.property_id, app.index_text(e.value), app.index_number(e.value),
    e.object_id, e.is_unique and coalesce(jsonb_typeof(e.value) <> 'null', false)
  from (
    select i.id as property_id, i.is_unique, o.id as object_id,
      app.index_value(p_type.definition->i.name->>'type', o.properties->i.name) as value
    from unnest(p_type.indexed) i cross join unnest(p_objects) o
    where not o.is_deleted offset 0) e
  -- Kept apart from the query around it: only plain columns, not the calls above, may become index
  -- conditions under row-level security.
  offset 0
$$;
comment on function app.index_entries is
  'The rows of app.object_index that live objects have, one per indexed property';
