create or replace function worker.migration_walk(p_id text, p_changes jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row app.migrations;
  v_old app.migrations;
  v_tenant text := p_changes->>'tenant';
  v_tenants text[];
  v_failed integer;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_row from app.migrations m where m.id = p_id for no key update;
  if not found or v_row.status <> 'running' then return null; end if;
  v_old := v_row;
  v_row.cursor := coalesce(v_row.cursor, '{"after": "", "again": []}');
  if p_changes @> '{"is_begin": true}' then
    v_row.attempts := v_row.attempts + 1;
    v_row.tenants_total := coalesce(v_row.tenants_total, case when v_row.about_tenant is not null then 1 else (
      select count(*) from app.tenants t where t.status not in ('deleted', 'provisioning')) end);
  elsif (p_changes->>'attempt')::integer <> v_row.attempts then
    return null;
  end if;
  v_row.done := v_row.done + coalesce((p_changes->>'more')::bigint, 0);
  if p_changes ? 'place' then
    v_row.cursor := v_row.cursor || jsonb_build_object('tenant', v_tenant, 'place', p_changes->'place');
  elsif v_tenant is not null then
    v_row.tenants_done := v_row.tenants_done + 1;
    v_row.tenants_total := greatest(v_row.tenants_total, v_row.tenants_done);
    v_row.cursor := v_row.cursor - 'tenant' - 'place' || case when v_row.cursor->'again' ? v_tenant
      then jsonb_build_object('again', (v_row.cursor->'again') - v_tenant)
      else jsonb_build_object('after', v_tenant) end;
    if p_changes ? 'error' then
      v_row.failures := v_row.failures || jsonb_build_object('tenant_id', v_tenant, 'error', p_changes->'error');
    end if;
  end if;
  v_failed := jsonb_array_length(v_row.failures);
  if v_failed >= v_row.stop_after then
    v_row.status := 'failed';
    v_row.error := format('Stopped after %s tenants failed: see failures. A retry takes them first, then those that were not reached.',
      v_failed);
  elsif p_changes ? 'place' then
    v_tenants := null;
  else
    v_tenants := app.migration_tenants(v_row);
    if v_tenants = '{}' then
      v_row.status := case when v_failed > 0 then 'failed' else 'completed' end;
      v_row.error := case when v_failed > 0 then format('%s tenants failed: see failures. A retry takes only those.', v_failed) end;
      v_row.cursor := v_row.cursor || '{"is_over": true}';
      v_row.total := v_row.done;
    end if;
  end if;
  if v_row.status <> 'running' then v_row.finished_at := clock_timestamp(); end if;
  update app.migrations m set status = v_row.status, done = v_row.done, total = v_row.total, attempts = v_row.attempts,
    failures = v_row.failures, error = v_row.error, cursor = v_row.cursor, tenants_done = v_row.tenants_done,
    tenants_total = v_row.tenants_total, finished_at = v_row.finished_at
  where m.id = p_id;
  if v_row.status = 'completed' then
    perform app.owner_journal('migration.completed', p_id, app.migration_json(v_row), app.migration_json(v_old));
  end if;
  return case when v_row.status = 'running' then json_build_object('attempt', v_row.attempts, 'type', v_row.type,
    'version', v_row.version, 'tenants', v_tenants, 'tenant', v_row.cursor->'tenant', 'place', v_row.cursor->'place') end;
end $$;
comment on function worker.migration_walk is
  'Begins a migration that takes tenants one after the other {is_begin}, or notes how it goes on: a chunk of a tenant {attempt, tenant, '
  'place, more}, the end of one {attempt, tenant, error}. Answers the tenants that come next, and the place in the one under way; null '
  'once it has ended, was paused, or another worker has begun it again. In the transaction of a chunk a pause waits until that has ended';
