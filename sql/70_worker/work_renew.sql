create or replace function worker.work_renew(
  p_tenant text, p_kind text, p_ids text[], p_attempts integer[], p_lease interval)
returns void
language plpgsql volatile as $$
declare
  v_until timestamptz := clock_timestamp() + p_lease;
  v_ids text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  -- A step that is under way holds its own work, and renews it.
  v_ids := array(
    select w.id from app.work w
    where w.tenant_id = p_tenant and w.kind = p_kind and w.id = any (p_ids)
      and w.attempts = p_attempts[array_position(p_ids, w.id::text)] and w.due_at < v_until
    for update skip locked);
  update app.work w set due_at = v_until
  where w.tenant_id = p_tenant and w.kind = p_kind and w.id = any (v_ids);
end $$;
comment on function worker.work_renew is
  'Says that attempts p_attempts of the works p_ids go on: each is due again after p_lease, should the worker die. One that is due later '
  'stays so, and one that has gone on without its attempt is left alone';
