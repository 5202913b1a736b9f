create or replace function api.transaction_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_first app.journal := app.tx_first(tenant, args->>'tx_id');
  v_tx xid8 := app.tx_number(v_first.xid, v_first.call);
  v_sight jsonb := app.journal_sight(tenant);
  v_judged text[] := app.journal_judged(v_sight);
  v_hidden text[] := app.events_hidden();
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'transaction.get', tenant, v_tx);
  v_after text := coalesce(app.cursor_decode(v_binding, args->>'cursor')->>0, '');
  v_most constant integer := 10000;  -- to be counted
  v_total bigint := (
    select count(*) from (
      select 1 from app.journal j
      where j.tenant_id = tenant and j.xid = v_first.xid and j.call = v_first.call
        and j.resource_type <> all (v_hidden)
        and (j.resource_type <> all (v_judged)
          or app.journal_is_visible(v_sight, row(j.*)::app.journal))
      limit v_most + 1) c);
  v_changes json[] := array(
    select json_build_object('event_id', j.id, 'type', j.type,
      'resource_type', j.resource_type, 'resource_id', j.resource_id,
      'object_type_id', j.object_type_id,
      'version_before', j.before->'version', 'version_after', j.after->'version',
      'changed', (app.journal_redacted(v_sight, row(j.*)::app.journal)).changed)
    from app.journal j
    where j.tenant_id = tenant and j.xid = v_first.xid and j.call = v_first.call and j.id > v_after
      and j.resource_type <> all (v_hidden)
        and (j.resource_type <> all (v_judged)
          or app.journal_is_visible(v_sight, row(j.*)::app.journal))
    order by j.id limit v_limit + 1);
  v_cursor text;
begin
  if v_total = 0 then perform app.not_found('transaction', args->>'tx_id'); end if;
  if cardinality(v_changes) > v_limit then
    v_cursor := app.cursor_encode(
      v_binding, jsonb_build_array(v_changes[v_limit]->>'event_id'));
  end if;
  return json_build_object('tx_id', v_tx::text, 'created_at', v_first.created_at,
    'actor', v_first.actor, 'request_id', v_first.request_id,
    'changes', v_changes[:v_limit], 'next_cursor', v_cursor, 'total', least(v_total, v_most),
    'total_relation', case when v_total > v_most then 'gte' else 'eq' end);
end $$;
comment on function api.transaction_get is 'Get what a transaction changed';
