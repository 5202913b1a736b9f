create or replace function gateway.call_caught(
  tenant text, credential jsonb, operation text, args jsonb, patience_ms integer)
returns json
language plpgsql as $$
declare
  v_state text;
  v_message text;
  v_detail text;
begin
  return gateway.call_within(tenant, credential, operation, args, patience_ms);
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
    v_detail = pg_exception_detail;
  if v_state !~ '^(PT|55P03)' then raise; end if;
  return json_build_object('$fail',
    json_build_object('code', v_state, 'message', v_message, 'detail', v_detail));
end $$;
comment on function gateway.call_caught is
  'gateway.call_within through the coordinator of a cluster, where an error would close the connection between two nodes: '
  'a refusal, and a lock that is not to be had, is the answer {"$fail": {code, message, detail}}; what it has done is '
  'undone all the same';
