create or replace function app.function_fire(p_tenant text, p_function_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
declare v_function app.functions;
begin
  select * into v_function from app.functions f
  where f.tenant_id = p_tenant and f.id = p_function_id and f.is_enabled;
  if not found then return; end if;
  perform app.work_add(p_tenant, 'function', app.function_run_add(v_function, 'queued',
    jsonb_build_object('type', 'schedule', 'scheduled_for', app.utc(p_due_at)),
    v_function.actor, 0,
    jsonb_build_object('scheduled_for', app.utc(p_due_at))));
end $$;
comment on function app.function_fire is
  'Queues the run of a function whose schedule has come';
