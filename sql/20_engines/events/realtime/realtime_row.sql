create or replace function app.realtime_row(p_row app.journal, p_bound text)
returns json
language sql stable as $$
  select json_build_object('seq', app.seq(p_row.xid, p_row.id), 'id', p_row.id,
    'type', p_row.type, 'resource', p_row.resource_type, 'resource_id', p_row.resource_id,
    'object_type_id', p_row.object_type_id, 'keys', app.realtime_keys(p_row),
    'bound', p_bound,
    -- As a text, so that the doorway passes its numbers on as they are.
    'event', app.event_json(p_row)::text)
$$;
comment on function app.realtime_row is
  'A row of the journal for the doorway to hand out: where it is heard, whom it has to be asked for '
  '(p_bound as in app.realtime_bound, null for no one), and the event as a text';
