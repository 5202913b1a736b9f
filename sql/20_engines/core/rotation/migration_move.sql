create or replace function app.migration_move(p_id text, p_from text[], p_status text, p_event text)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_old app.migrations;
  v_new app.migrations;
begin
  select * into v_old from app.migrations m where m.id = p_id for update;
  if not found then perform app.not_found('migration', p_id); end if;
  if v_old.status <> all (p_from) then
    perform app.fail(409, 'INVALID_STATE', format('This migration is %s: only one that is %s can be %s.', v_old.status,
      array_to_string(p_from, ' or '), p_event));
  end if;
  if p_event = 'retried' then
    perform app.migration_single_check(v_old);
  end if;
  v_new := v_old;
  if p_event = 'retried' and v_old.type <> 'reseal' then
    -- Tenants that failed are taken again, before those that were not reached.
    v_new.failures := '[]';
    v_new.cursor := v_old.cursor || jsonb_build_object('again',
      (v_old.cursor->'again') || jsonb_path_query_array(v_old.failures, '$[*].tenant_id'));
    v_new.tenants_done := v_old.tenants_done - jsonb_array_length(v_old.failures);
  end if;
  update app.migrations m set status = p_status,
    failures = v_new.failures, cursor = v_new.cursor, tenants_done = v_new.tenants_done,
    error = case when p_status = 'running' then null else m.error end,
    started_at = case when p_status = 'running' then coalesce(m.started_at, v_now) else m.started_at end,
    finished_at = case when p_status = 'cancelled' then v_now end
  where m.id = p_id returning * into v_new;
  if p_status = 'running' then perform app.task_add('platform', v_new.type, p_id); end if;
  perform app.owner_journal('migration.' || p_event, p_id, app.migration_json(v_new), app.migration_json(v_old));
  return app.migration_json(v_new);
end $$;
comment on function app.migration_move is
  'Moves a migration from one of some states to another, and has a worker do it when that is running; 404, or 409 in any other state. '
  'p_event is the word for it';
