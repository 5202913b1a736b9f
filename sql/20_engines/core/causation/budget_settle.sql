create or replace function app.budget_settle(p_tenant text, p_is_strict boolean default true)
returns void
language plpgsql volatile as $$
declare
  v_pending jsonb := app.budget_pending(p_tenant);
  v_now timestamptz := clock_timestamp();
  v_row app.causation_budgets;
  v_is_over boolean := false;
begin
  if v_pending = '{}' then return; end if;
  perform set_config('app.budget', '', true);
  -- The last locks of a transaction, in one order: so no transaction waits for another that holds
  -- them.
  for v_row in
    insert into app.causation_budgets as b (tenant_id, root, writes, mails, calls, runs, updated_at)
    select p_tenant, r.key::uuid, coalesce((r.value->>'writes')::integer, 0),
      coalesce((r.value->>'mails')::integer, 0), coalesce((r.value->>'calls')::integer, 0),
      coalesce((r.value->>'runs')::integer, 0), v_now
    from jsonb_each(v_pending->'roots') r order by r.key::uuid
    on conflict (tenant_id, root) do update set writes = b.writes + excluded.writes,
      mails = b.mails + excluded.mails, calls = b.calls + excluded.calls,
      runs = b.runs + excluded.runs, updated_at = excluded.updated_at
    returning b.*
  loop
    v_is_over := v_is_over or v_row.writes > app.budget_max(p_tenant, 'writes')
      or v_row.mails > app.budget_max(p_tenant, 'mails')
      or v_row.calls > app.budget_max(p_tenant, 'calls')
      or v_row.runs > app.budget_max(p_tenant, 'runs');
  end loop;
  v_is_over := v_is_over or app.recipients_settle(p_tenant, v_pending->'recipients');
  if v_is_over and p_is_strict then
    -- Others were faster. Repeated, it meets what they have used.
    raise exception using errcode = '40001', message = 'a budget was used up by others meanwhile';
  end if;
end $$;
comment on function app.budget_settle is
  'Writes down the budgets used by this transaction, at its very end: so parallel chains only '
  'wait for each other''s commits, and none goes beyond its budget. Where the budget is used up by '
  'now, the transaction fails as one to be repeated, unless it is not p_is_strict';
