create or replace function app.index_wanted(p_property app.properties)
returns boolean
language sql immutable as $$
  select p_property.is_indexed or p_property.is_sortable or p_property.is_unique
$$;
comment on function app.index_wanted is 'Whether a property has rows in app.object_index';
