create or replace function gateway.call_many(
  tenants text[], credentials text[], operations text[], args text[])
returns table (body json, state text, message text, detail text, ms real)
language plpgsql volatile as $$
declare
  v_begun timestamptz;
  v_set text;
  v_patience text := '50ms';
begin
  for n in 1 .. cardinality(tenants) loop
    body := null;
    state := null;
    v_begun := clock_timestamp();
    begin
      -- Nothing of the call before is left, whether it has answered or failed: test/catalog knows every setting.
      -- An expression, not a statement, which would begin an executor.
      v_set := set_config('role', 'none', true) || set_config('app.principal', '', true)
        || set_config('app.tenant_id', '', true) || set_config('app.call', (n - 1)::text, true)
        || set_config('app.place_shift', '', true) || set_config('app.budget', '', true)
        || set_config('app.plan_usage', '', true) || set_config('app.plan_noted', '', true)
        || set_config('app.sync', '', true)
        || set_config('app.sync_left', '', true) || set_config('app.sync_until', '', true)
        || set_config('app.regex_spent', '', true) || set_config('lock_timeout', v_patience, true);
      body := gateway.call(tenants[n], credentials[n]::jsonb, operations[n], args[n]::jsonb);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text,
        detail = pg_exception_detail;
      -- The others have waited enough.
      if state = '55P03' then v_patience := '1ms'; end if;
    end;
    ms := extract(epoch from clock_timestamp() - v_begun) * 1000;
    return next;
  end loop;
end $$;
comment on function gateway.call_many is
  'Runs several calls, each as in gateway.call and separately: the state or failure of one '
  'reaches no other. For each, in order, its answer, or {state, message, detail} of its error; and '
  'how long it took. They commit together. A call that waits for a lock fails with 55P03 after 50 '
  'ms, any other one after 1: to be repeated alone';
