create or replace function gateway.call_many(
  tenants text[], credentials text[], operations text[], args text[])
returns table (body json, state text, message text, detail text, ms real)
language plpgsql volatile as $$
declare
  v_begun timestamptz;
  v_set text;
  v_patience text := '50ms';
  v_credential jsonb;
  -- Of it, what tells who asks for what.
  v_same jsonb;
  v_principal jsonb;
  -- The tenant and the credential of the call before, if it was admitted and has not failed.
  v_tenant text;
  v_admitted jsonb;
  n integer := 1;
  v_last integer;
  -- The last of those that have to run one after the other.
  v_apart integer := 0;
  v_bodies json[];
begin
  while n <= cardinality(tenants) loop
    v_bodies := null;
    state := null;
    message := null;
    detail := null;
    v_begun := clock_timestamp();
    v_last := case when n > v_apart and operations[n] in ('object_get', 'object_create', 'object_update')
      then gateway.alike(tenants, credentials, operations, args, n) else n end;
    begin
      -- Nothing of the call before is left, whether it has answered or failed: test/catalog knows every setting.
      -- An expression, not a statement, which would begin an executor.
      v_set := set_config('role', 'none', true) || set_config('app.principal', '', true)
        || set_config('app.tenant_id', '', true) || set_config('app.call', (n - 1)::text, true)
        || set_config('app.budget', '', true) || set_config('app.plan_usage', '', true)
        || set_config('app.sync', '', true) || set_config('app.invariants', '', true)
        || set_config('app.sync_left', '', true) || set_config('app.sync_until', '', true)
        || set_config('app.regex_spent', '', true) || set_config('lock_timeout', v_patience, true);
      v_credential := credentials[n];
      v_same := v_credential - '{request_id,root}'::text[];
      if tenants[n] = v_tenant and v_same = v_admitted then
        v_principal := v_principal || jsonb_build_object('request_id', v_credential->'request_id')
          || case when v_credential ? 'root' then jsonb_build_object('root', v_credential->'root')
            else '{}' end;
      else
        v_set := set_config('app.place_shift', '', true) || set_config('app.plan_noted', '', true);
        v_principal := auth.admit(tenants[n], v_credential);
        v_tenant := tenants[n];
        v_admitted := v_same;
      end if;
      if v_last = n then
        v_bodies[1] :=
          gateway.run(tenants[n], v_principal, v_credential, operations[n], args[n]::jsonb);
      else
        v_bodies := gateway.run_together(tenants[n], v_principal,
          credentials[n:v_last]::jsonb[], operations[n], args[n:v_last]::jsonb[]);
      end if;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text,
        detail = pg_exception_detail;
      v_tenant := null;
      -- The others have waited enough.
      if state = '55P03' then v_patience := '1ms'; end if;
    end;
    if v_last > n and v_bodies is null then
      v_apart := v_last;
      continue;
    end if;
    ms := extract(epoch from clock_timestamp() - v_begun) * 1000 / (v_last - n + 1);
    for i in 1 .. v_last - n + 1 loop
      body := v_bodies[i];
      return next;
    end loop;
    n := v_last + 1;
  end loop;
end $$;
comment on function gateway.call_many is
  'Runs several calls, each as in gateway.call and separately: the state or failure of one '
  'reaches no other. For each, in order, its answer, or {state, message, detail} of its error; and '
  'how long it took. They commit together. A call that waits for a lock fails with 55P03 after 50 '
  'ms, any other one after 1: to be repeated by itself. Alike calls run as one';
