create or replace function worker.housekeeping()
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_expired timestamptz := clock_timestamp() - interval '24 hours';
  v_tenant text := '';
begin
  -- A new partition locks readers out for a moment: at once, or when the job is tried again.
  perform set_config('lock_timeout', '2s', true);
  perform app.journal_partitions_ensure(3);
  delete from app.confirm_tokens t where t.expires_at < clock_timestamp();
  -- From one tenant that has keys to the next, along the index: no table is read whole, and tenants
  -- without keys cost nothing.
  loop
    select k.tenant_id into v_tenant from app.idempotency_keys k
    where k.tenant_id > v_tenant order by k.tenant_id limit 1;
    exit when not found;
    delete from app.idempotency_keys k where k.tenant_id = v_tenant and k.created_at <= v_expired;
  end loop;
  perform worker.auth_expire();
  perform worker.budgets_expire();
  perform worker.messages_expire();
  perform worker.webhook_deliveries_expire();
  perform worker.automation_runs_expire();
  perform worker.job_runs_expire();
  perform worker.dead_letters_expire();
  perform worker.exports_expire(e.tenant_id) from (
    select distinct x.tenant_id from app.exports x
    where x.status in ('pending', 'running', 'completed')) e;
  perform worker.function_runs_expire(f.tenant_id) from (
    select distinct x.tenant_id from app.functions x) f;
end $$;
comment on function worker.housekeeping is
  'Once an hour: journal partitions ahead; expired confirm tokens, Idempotency-Keys, rows '
  'of sign-ins and files of exports, old messages, deliveries and runs away';
