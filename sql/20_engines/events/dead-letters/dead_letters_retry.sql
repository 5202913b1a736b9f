create or replace function app.dead_letters_retry(p_tenant text, p_ids text[])
returns integer
language plpgsql volatile as $$
declare
  v_source text;
  v_records text[];
  v_count integer := 0;
begin
  for v_source, v_records in
    select d.source, array_agg(d.record_id order by d.id) from app.dead_letters d
    where d.tenant_id = p_tenant and d.id = any (p_ids) and d.status = 'dead' group by d.source
  loop
    v_records := case v_source
      when 'webhook' then app.webhook_deliveries_retry(p_tenant, v_records)
      when 'automation' then app.automation_runs_retry(p_tenant, v_records)
      when 'function' then app.function_runs_retry(p_tenant, v_records)
      when 'job' then app.job_runs_retry(p_tenant, v_records)
      when 'email' then app.messages_retry(p_tenant, v_records)
      when 'integration' then app.integration_syncs_retry(p_tenant, v_records)
      when 'export' then app.exports_retry(p_tenant, v_records)
      when 'ai' then app.ai_indexes_retry(p_tenant, v_records)
      else '{}' end;
    update app.dead_letters d set status = 'retrying'
    where d.tenant_id = p_tenant and d.source = v_source and d.record_id = any (v_records);
    perform app.dead_letter_event(p_tenant, 'dead_letter.retried', row(d.*)::app.dead_letters)
    from app.dead_letters d
    where d.tenant_id = p_tenant and d.source = v_source and d.record_id = any (v_records);
    v_count := v_count + cardinality(v_records);
  end loop;
  return v_count;
end $$;
comment on function app.dead_letters_retry is
  'Queues again what dead letters are of, and says how many that were: not those whose record is '
  'gone or goes on by itself. The caller holds their locks. What works now settles its letter, '
  'what fails again is dead again';
