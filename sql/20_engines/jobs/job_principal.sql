create or replace function app.job_principal(p_job app.scheduled_jobs, p_depth integer)
returns jsonb
language plpgsql stable as $$
declare
  v_tenant text := p_job.tenant_id;
  v_key text := p_job.actor->>'id';
  v_next text;
begin
  -- A key that was rotated is the key that took its place.
  while p_job.actor->>'type' = 'api_key' loop
    select k.replaced_by into v_next from app.api_keys k
    where k.tenant_id = v_tenant and k.id = v_key and k.revoked_at is not null;
    exit when v_next is null;
    v_key := v_next;
  end loop;
  return app.principal_of_event(v_tenant, p_job.actor || jsonb_build_object('id', v_key),
    jsonb_build_object('type', 'job', 'id', p_job.id), p_depth + 1);
end $$;
comment on function app.job_principal is
  'As whom a scheduled job acts: who has set what it does, with the rights he has now; null when '
  'that user is banned or gone, or the key revoked';
