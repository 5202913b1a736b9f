create or replace function worker.expire()
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_day timestamptz := v_now - interval '1 day';
  v_30_days timestamptz := v_now - interval '30 days';
  v_90_days timestamptz := v_now - interval '90 days';
  -- Ids of what was made before have something lower behind their prefix.
  v_30_days_id text := right(app.event_id_from(v_30_days), 32);
  v_90_days_id text := right(app.event_id_from(v_90_days), 32);
  v_tenant text;
begin
  for v_tenant in select worker.tenants_of('app.confirm_tokens') loop
    delete from app.confirm_tokens t where t.tenant_id = v_tenant and t.expires_at < v_now;
  end loop;
  for v_tenant in select worker.tenants_of('app.idempotency_keys') loop
    delete from app.idempotency_keys k where k.tenant_id = v_tenant and k.created_at <= v_day;
  end loop;
  for v_tenant in select worker.tenants_of('app.auth_tokens') loop
    -- A day longer: /v1/auth/resend still knows what it was for.
    delete from app.auth_tokens t where t.tenant_id = v_tenant and t.expires_at < v_day;
  end loop;
  for v_tenant in select worker.tenants_of('app.auth_challenges') loop
    delete from app.auth_challenges c where c.tenant_id = v_tenant and c.expires_at < v_now;
  end loop;
  for v_tenant in select worker.tenants_of('app.portal_sessions') loop
    delete from app.portal_sessions s where s.tenant_id = v_tenant and s.expires_at < v_now;
  end loop;
  for v_tenant in select worker.tenants_of('app.ai_conversations') loop
    delete from app.ai_conversations c where c.tenant_id = v_tenant and c.updated_at < v_90_days;
  end loop;
  for v_tenant in select worker.tenants_of('app.auth_counters') loop
    -- No window is longer than an hour.
    delete from app.auth_counters c where c.tenant_id = v_tenant and c.started_at < v_day
      and coalesce(c.locked_until < v_now, true);
  end loop;
  for v_tenant in select worker.tenants_of('app.saml_assertions') loop
    delete from app.saml_assertions a where a.tenant_id = v_tenant and a.expires_at < v_day;
  end loop;
  for v_tenant in select worker.tenants_of('app.causation_budgets') loop
    delete from app.causation_budgets b where b.tenant_id = v_tenant and b.updated_at < v_day;
  end loop;
  for v_tenant in select worker.tenants_of('app.messages') loop
    delete from app.messages m where m.tenant_id = v_tenant and m.id < 'msg_' || v_90_days_id;
  end loop;
  for v_tenant in select worker.tenants_of('app.webhook_deliveries') loop
    delete from app.webhook_deliveries d
    where d.tenant_id = v_tenant and d.id < 'whd_' || v_30_days_id
      and d.status in ('success', 'dead')
      and not exists (
        select 1 from app.dead_letters l
        where l.tenant_id = v_tenant and l.source = 'webhook' and l.record_id = d.id);
  end loop;
  for v_tenant in select worker.tenants_of('app.automation_runs') loop
    delete from app.automation_runs r where r.tenant_id = v_tenant
      and r.id < 'arun_' || v_30_days_id and r.status not in ('queued', 'running');
  end loop;
  for v_tenant in select worker.tenants_of('app.job_runs') loop
    delete from app.job_runs r where r.tenant_id = v_tenant
      and r.id < 'jrun_' || v_30_days_id and r.status not in ('queued', 'running');
  end loop;
  for v_tenant in select worker.tenants_of('app.function_runs') loop
    delete from app.function_runs r where r.tenant_id = v_tenant and r.created_at < v_30_days;
  end loop;
  for v_tenant in select worker.tenants_of('app.dead_letters') loop
    delete from app.dead_letters d where d.tenant_id = v_tenant
      and d.id < 'dlq_' || v_90_days_id and d.last_failed_at < v_90_days;
  end loop;
end $$;
comment on function worker.expire is
  'For worker.housekeeping: removes what is kept for a time only, of every tenant. Used or expired '
  'steps of sign-ins and of deletes, Idempotency-Keys and budgets after a day; runs and deliveries '
  'that have ended after 30 days, deliveries not before their dead letter; messages and dead letters '
  'after 90';
