create or replace function api.event_track(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_name text := args->>'event_type';
  v_done text;
begin
  v_done := app.journal_write(tenant, 'custom.' || regexp_replace(v_name, '^custom\.', ''), 'event',
    v_name, json_build_object('event_type', v_name, 'data', coalesce(args->'data', '{}'),
      'user_id', app.principal()->'user_id', 'session_id', args->'session_id',
      'source', args->'source'));
  return '{"tracked": true}';
end $$;
comment on function api.event_track is 'Record a custom event';
