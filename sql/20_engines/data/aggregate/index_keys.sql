create or replace function app.index_keys(p_type app.object_types, p_property_id text)
returns table (key text)
language sql stable as $$
  select nullif(x.text_value, U&'\+10FFFF') collate "C" from app.object_index x
  where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
$$;
comment on function app.index_keys is
  'The text of each live object in the index of a property, null where it is missing; long ones are '
  'cut (app.index_text)';
