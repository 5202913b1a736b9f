create or replace function app.event_json(p_row app.journal)
returns json
language plpgsql stable as $$
declare
  v_whole json := app.journal_after(p_row);
  v_data json := case when p_row.resource_type = 'event' then v_whole->'data'
    else coalesce(v_whole, p_row.before, json_build_object('id', p_row.resource_id)) end;
  v_is_large boolean := octet_length(v_data::text) > 20480;
  v_after jsonb;
  v_previous json;
  v_changed text[] := p_row.changed;
  v_tx xid8 := app.tx_number(p_row.xid, p_row.call);
  v_event json;
begin
  -- Of a large event nothing is shown but its id: what was there before is not looked at for it.
  if p_row.before is not null and p_row.after is not null
    and not (v_is_large and v_changed is not null) then
    v_after := v_whole;
    -- Of an object, before holds only the properties that changed, perhaps none.
    select json_object_agg(b.key, b.value) into v_previous
    from jsonb_each(p_row.before::jsonb) b
    where b.value is distinct from v_after->b.key
      and not (p_row.resource_type = 'object' and b.key = 'properties' and b.value = '{}');
    v_changed := coalesce(v_changed, array(
      select k from json_object_keys(v_previous) k where k not in ('updated_at', 'version')
      order by k));
  end if;
  if not v_is_large then
    v_event := json_build_object('id', p_row.id, 'type', p_row.type,
      'timestamp', app.utc(p_row.created_at), 'tenant_id', p_row.tenant_id,
      'seq', app.seq(p_row.xid, p_row.id), 'tx_id', v_tx::text, 'actor', p_row.actor,
      'object_type_id', p_row.object_type_id, 'data', v_data, 'previous', v_previous,
      'changed', v_changed, 'causation_depth', p_row.causation_depth);
    if octet_length(v_event::text) <= 20480 then return v_event; end if;
  end if;
  return json_build_object('id', p_row.id, 'type', p_row.type,
    'timestamp', app.utc(p_row.created_at), 'tenant_id', p_row.tenant_id,
    'seq', app.seq(p_row.xid, p_row.id), 'tx_id', v_tx::text, 'actor', p_row.actor,
    'object_type_id', p_row.object_type_id,
    'data', json_build_object('id', coalesce(v_data->>'id', p_row.resource_id)),
    'previous', null, 'changed', v_changed[:100], 'causation_depth', p_row.causation_depth,
    'truncated', true);
end $$;
comment on function app.event_json is
  'A journal row as its readers get it: {id, type, timestamp, tenant_id, seq, tx_id, actor, '
  'object_type_id, data, previous, changed, causation_depth}, at most 20 KB; of a larger one data is the id alone '
  'and truncated is true';
