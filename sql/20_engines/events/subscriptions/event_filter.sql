create or replace function app.event_filter(p_tenant text, p_filters jsonb, p_path text)
returns app.filter
language sql stable as $$
  select app.json_filter(p_tenant, '{
    "id": {"type": "string"}, "type": {"type": "string"}, "timestamp": {"type": "datetime"},
    "tenant_id": {"type": "string"}, "seq": {"type": "string"}, "tx_id": {"type": "string"},
    "object_type_id": {"type": "string"}, "causation_depth": {"type": "integer"},
    "actor": {"type": "json"}, "data": {"type": "json"}, "previous": {"type": "json"},
    "changed": {"type": "array"}}', p_filters, p_path)
$$;
comment on function app.event_filter is
  'Conditions over an event as app.event_json shows it: data.properties.status, previous, changed, '
  'actor.id …; 400 names what is wrong, under p_path';
