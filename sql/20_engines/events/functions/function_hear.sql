create or replace function app.function_hear(p_tenant text, p_function_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare
  v_function app.functions;
  v_rows app.journal[];
  v_hidden text[];
  v_fits boolean[];
begin
  select * into v_function from app.functions f
  where f.tenant_id = p_tenant and f.id = p_function_id and f.is_enabled;
  if not found then
    -- It went with its object type.
    perform app.subscription_remove(p_tenant, 'function', p_function_id);
    return;
  end if;
  v_hidden := app.listener_hidden(p_tenant, app.authors_all(v_function.authors));
  v_rows := array(
    select r from unnest(p_rows) r where r.resource_type <> all (v_hidden) order by r.id);
  v_fits := app.budget_share(p_tenant, 'runs', array(
    select case when r.causation_depth > 0 then r.root end from unnest(v_rows) r));
  with heard as (
    insert into app.function_runs (tenant_id, id, function_id, version, status, trigger, principal,
      causation_depth, root, input, error, finished_at)
    select p_tenant, app.new_id('fnrun'), p_function_id, v_function.version,
      case when r.causation_depth >= 5 then 'skipped' when r.fits then 'queued' else 'failed' end,
      jsonb_build_object('type', 'event', 'event_id', r.id, 'event_type', r.type),
      v_function.actor,
      r.causation_depth, coalesce(r.root, gen_random_uuid()), app.event_json(v_rows[i]),
      case when r.causation_depth >= 5 then
        'It was not run: five automations or functions in a row have already led to this event.'
      when not r.fits then app.budget_problem(p_tenant, 'runs') end,
      case when r.causation_depth >= 5 or not r.fits then clock_timestamp() end
    from generate_subscripts(v_rows, 1) i
    cross join lateral (select (v_rows[i]).*, v_fits[i] as fits) r
    order by r.id
    returning id, status)
  insert into app.work (tenant_id, kind, id)
  select p_tenant, 'function', h.id from heard h where h.status = 'queued';
end $$;
comment on function app.function_hear is
  'Queues a run of a function for each event that its authors may see; an event that is too many '
  'causes deep, or beyond the budget of its root, is only noted';
