create or replace function api.transaction_run(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_steps jsonb[] := array(
    select s from jsonb_array_elements(coalesce(args->'made', args)->'steps')
      with ordinality t(s, n) order by n);
  v_done integer := 0;
  v_results json[] := '{}';
  v_state text;
  v_message text;
  v_detail text;
begin
  while v_done < cardinality(v_steps) loop
    v_results := array_append(v_results,
      app.transaction_step(tenant, v_steps[v_done + 1], v_results));
    v_done := v_done + 1;
  end loop;
  return json_build_object(
    'tx_id', case when pg_current_xact_id_if_assigned() is not null then app.tx(tenant)::text end,
    'results', v_results);
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
    v_detail = pg_exception_detail;
  if v_state !~ '^(PT4|22)' then raise; end if;
  perform app.step_fail(v_steps[v_done + 1], v_done, v_state, v_message, v_detail);
end $$;
comment on function api.transaction_run is 'Run up to 100 requests in order, all or none';
