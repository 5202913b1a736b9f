create or replace function app.integration_merge(p_integration app.integrations, args jsonb)
returns app.integrations
language plpgsql volatile as $$
declare
  v_made jsonb := args->'made';
  v_kept text[] := array(select jsonb_array_elements_text(coalesce(v_made->'kept', '[]')));
begin
  p_integration.name := coalesce(args->>'name', p_integration.name);
  p_integration.provider := coalesce(p_integration.provider, args->>'provider');
  if args ? 'object_type_id' then
    p_integration.object_type_id := case when args->>'object_type_id' is not null
      then (app.object_type_find(p_integration.tenant_id, args->>'object_type_id')).id end;
  end if;
  p_integration.config_json := coalesce(v_made->'config', p_integration.config_json);
  if v_made ? 'secrets' then
    p_integration.secrets := app.jsonb_pick(coalesce(p_integration.secrets, '{}'), v_kept)
      || (v_made->'secrets');
  end if;
  p_integration.mapping := coalesce(args->'mapping', p_integration.mapping, '[]');
  if args ? 'match_on' then p_integration.match_on := nullif(args->'match_on', 'null'); end if;
  p_integration.conflict := coalesce(args->>'conflict', p_integration.conflict, 'source_wins');
  if args ? 'modified_from' then p_integration.modified_from := args->>'modified_from'; end if;
  p_integration.sync_direction := case args->>'sync_direction' when 'pull' then 'inbound'
    when 'push' then 'outbound' when 'both' then 'bidirectional'
    else coalesce(args->>'sync_direction', p_integration.sync_direction, 'inbound') end;
  if args ? 'schedule' then p_integration.schedule := nullif(args->'schedule', 'null'); end if;
  if args ? 'status' then
    p_integration.status := args->>'status';
    p_integration.failures := 0;
    p_integration.error := null;
  end if;
  perform app.integration_check(p_integration, v_made);
  return p_integration;
end $$;
comment on function app.integration_merge is 'An integration with what a request sets, checked; not stored yet';
