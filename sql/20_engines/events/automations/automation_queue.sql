create or replace function app.automation_queue(
  p_automation app.automations, p_triggers jsonb[], p_inputs jsonb[], p_actors jsonb[],
  p_depths integer[], p_roots uuid[], p_fits boolean[], out id text, out status text)
returns setof record
language plpgsql volatile as $$
declare
  v_tenant text := p_automation.tenant_id;
  v_now timestamptz := clock_timestamp();
  v_room integer := app.automation_room(p_automation);
  v_ids text[];
  v_statuses text[];
begin
  with made as (
    insert into app.automation_runs as r (tenant_id, id, automation_id, status, trigger, input,
      actions, principal, causation_depth, root, error, created_at, finished_at)
    select v_tenant, app.new_id('arun'), p_automation.id,
      case when w.reason is not null then 'skipped' when t.fits then 'queued' else 'failed' end,
      t.trigger, t.input, p_automation.actions, app.automation_runner(p_automation, t.actor,
        t.trigger->>'type' in ('manual', 'job')),
      t.depth, coalesce(t.root, gen_random_uuid()),
      coalesce(w.reason, case when not t.fits then app.budget_problem(v_tenant, 'runs') end), v_now,
      case when w.reason is not null or not t.fits then v_now end
    from unnest(p_triggers, p_inputs, p_actors, p_depths, p_roots, p_fits)
      with ordinality t(trigger, input, actor, depth, root, fits, position)
    cross join lateral app.automation_skip(p_automation, t.depth, t.position <= v_room) w(reason)
    order by t.position
    returning r.id, r.status),
  work as (
    insert into app.work (tenant_id, kind, id, due_at)
    select v_tenant, 'automation', m.id, v_now from made m where m.status = 'queued')
  select array_agg(m.id order by m.id), array_agg(m.status order by m.id)
  into v_ids, v_statuses from made m;
  update app.automations a set last_run_at = v_now,
    run_count = a.run_count + cardinality(array_positions(v_statuses, 'queued'))
  where a.tenant_id = v_tenant and a.id = p_automation.id and 'queued' = any (v_statuses);
  return query select * from unnest(v_ids, v_statuses);
end $$;
comment on function app.automation_queue is
  'Queues runs of an automation, one for each trigger, with what its templates see as trigger '
  '(inputs), who has caused it, how deep in a chain it is and where that began (null: here). '
  'Skipped, with the reason, is what is too deep or beyond max_runs_per_minute; failed, what does '
  'not fit into the budget of its root (p_fits)';
