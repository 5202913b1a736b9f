create or replace function platform.diff_apply(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_diff app.diffs := app.diff_lock(args->>'tenant_id', args->>'diff_id');
  v_is_dry boolean := args @> '{"dry_run": true}';
  v_chosen integer[];
  v_missing text;
  v_total integer;
  v_dependencies jsonb;
  v_refusal json;
  v_restore app.restores;
  v_done text;
begin
  if v_diff.status <> 'completed' then
    perform app.fail(409, 'INVALID_STATE',
      'Only a comparison that is completed can be applied: this one is ' || v_diff.status || '.');
  elsif exists (
    select 1 from app.restores r where r.id = v_diff.restore_id and r.status in ('pending', 'running')) then
    perform app.fail(409, 'INVALID_STATE', format('Its changes are being applied. Wait for the end, or cancel that: '
      'POST /admin/restores/%s/cancel', v_diff.restore_id));
  end if;
  if args->'changes' <> '"all"' then
    v_chosen := array(select distinct c::integer from jsonb_array_elements_text(args->'changes') c order by 1);
    v_missing := (
      select min(u.chosen) from unnest(v_chosen) u(chosen) where not exists (
        select 1 from app.diff_changes c
        where c.tenant_id = v_diff.tenant_id and c.diff_id = v_diff.id and c.n = u.chosen));
    if v_missing is not null then
      perform app.invalid('changes', 'unknown', 'must be ids of changes of this comparison: there is no ' || v_missing);
    end if;
  end if;
  v_total := coalesce(cardinality(v_chosen), v_diff.found);
  if not v_is_dry then
    v_dependencies := app.diff_dependencies(v_diff, v_chosen);
    if v_dependencies <> '[]' then
      v_refusal := app.confirm(v_diff.tenant_id, 'diff', v_diff.id, v_dependencies, args->>'confirm_token',
        -- As many records of the same kinds may be others.
        p_bound => jsonb_build_array(v_dependencies, v_chosen, args->'on_conflict'));
      if v_refusal is not null then
        return json_build_object('$refuse', (v_refusal->'$refuse')::jsonb || jsonb_build_object('message',
          'Applying these changes deletes records of this tenant: see dependencies. To continue, repeat the request with '
          'confirm_token within 5 minutes.'));
      end if;
    end if;
  end if;
  v_restore := app.restore_add('apply', 'diff', jsonb_build_object('backup_id', v_diff.with_backup,
    'source_tenant', nullif(v_diff.with_tenant, ''), 'target_tenant', v_diff.tenant_id,
    'total', v_total, 'unit', 'changes', 'options', jsonb_build_object('diff_id', v_diff.id,
      'on_conflict', coalesce(args->>'on_conflict', 'fail'), 'fire_events', args @> '{"fire_events": true}',
      'dry_run', v_is_dry, 'chosen', v_chosen)), 'tenant_diff_apply', v_diff.tenant_id);
  v_diff.restore_id := v_restore.id;
  update app.diffs d set restore_id = v_diff.restore_id
  where d.tenant_id = v_diff.tenant_id and d.id = v_diff.id;
  v_done := app.journal_write(v_diff.tenant_id, 'diff.applied', 'diff', v_diff.id, app.diff_json(v_diff));
  return app.restore_json(v_restore);
end $$;
comment on function platform.diff_apply is 'Change a tenant as a comparison says';
