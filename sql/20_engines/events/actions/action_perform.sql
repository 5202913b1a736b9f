create or replace function app.action_perform(p_tenant text, p_type text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_answer jsonb;
  v_name text;
begin
  case p_type
  when 'create_object' then
    return app.action_do(p_tenant, 'object_create', 'objects:write', jsonb_build_object(
      'object_type_id', app.action_text(p_config, 'object_type_id'),
      'properties', app.action_map(p_config, 'properties', 1048576)));
  when 'update_object' then
    return app.action_do(p_tenant, 'object_update', 'objects:write', jsonb_build_object(
      'object_type_id', app.action_text(p_config, 'object_type_id'),
      'object_id', app.action_text(p_config, 'object_id'),
      'properties', app.action_map(p_config, 'properties', 1048576, true)));
  when 'delete_object' then
    v_answer := app.action_do(p_tenant, 'object_batch_delete', 'objects:write', jsonb_build_object(
      'object_type_id', app.action_text(p_config, 'object_type_id'),
      'object_ids', array[app.action_text(p_config, 'object_id')]));
    if v_answer->'count' = '0' then
      perform app.not_found('object', p_config->>'object_id');
    end if;
    return jsonb_build_object('id', p_config->'object_id', 'deleted', true);
  when 'associate' then
    return app.action_do(p_tenant, 'association_put', 'objects:write', jsonb_build_object(
      'from_type', app.action_text(p_config, 'from_type'),
      'from_id', app.action_text(p_config, 'from_id'),
      'association_type', app.action_text(p_config, 'association_type'),
      'to_type', app.action_text(p_config, 'to_type'),
      'to_id', app.action_text(p_config, 'to_id'),
      'meta', app.action_map(p_config, 'meta', 10240)));
  when 'emit_event' then
    v_name := app.action_text(p_config, 'event_type', 107);
    if v_name !~ '^(?!custom\.$)(custom\.)?[A-Za-z0-9_][A-Za-z0-9_.:-]{0,99}$' then
      perform app.invalid('config.event_type', 'format',
        'must be at most 100 letters, digits, "_", ".", ":" and "-"');
    end if;
    return app.action_do(p_tenant, 'event_track', 'events:write', jsonb_build_object(
      'event_type', v_name, 'data', app.action_map(p_config, 'data', 65536)));
  when 'notify' then return app.action_notify(p_tenant, p_config);
  when 'send_email' then return app.action_send_email(p_tenant, p_config);
  when 'set_variable' then
    return jsonb_build_object('name', app.action_text(p_config, 'name', 63),
      'value', coalesce(p_config->'value', 'null'));
  when 'workflow' then
    return app.action_do(p_tenant, 'workflow_start', 'workflows:start', jsonb_build_object(
      'workflow_id', app.action_text(p_config, 'workflow_id'),
      'object_type_id', app.action_text(p_config, 'object_type_id', 200, false),
      'object_id', app.action_text(p_config, 'object_id', 200, false),
      'input', app.action_map(p_config, 'input', 65536)));
  when 'reject' then
    perform app.fail(409, 'INVALID_STATE', app.action_text(p_config, 'message', 500));
  else
    perform app.invalid('type', 'not_pure', format('%s is not an action that the database '
      'performs', p_type));
  end case;
end $$;
comment on function app.action_perform is
  'Performs an action that is pure SQL (create_object, update_object, emit_event …) as the '
  'present principal, in this transaction, and returns its output; a refusal raises. What leaves '
  'the database (webhook, function) src/tools/actions/perform.ts does';
