create or replace function app.restore_into(args jsonb, p_backup app.backups)
returns json
language plpgsql volatile as $$
declare
  v_target text := app.restore_into_target(args, p_backup);
  v_asked jsonb := jsonb_build_object('only', coalesce(args->'only', '{}'),
    'on_conflict', coalesce(args->>'on_conflict', case args->>'mode' when 'merge' then 'fail' else 'overwrite' end),
    'fire_events', args @> '{"fire_events": true}', 'files', not args @> '{"files": false}',
    'dry_run', args @> '{"dry_run": true}') || app.jsonb_pick(args, '{as_of,source}');
  v_now timestamptz := clock_timestamp();
  v_old app.restores;
  v_new app.restores;
  v_refusal json;
begin
  select * into v_old from app.restores r
  where r.target_tenant = v_target and r.mode in ('in_place', 'merge') and r.status in ('pending', 'running')
  order by r.created_at limit 1;
  if v_old.options->>'step' = 'planned' and (v_old.options->>'planned_at')::timestamptz < v_now - interval '15 minutes' then
    -- The tenant may have changed since, so it is compared again.
    update app.restores r set status = 'cancelled', finished_at = v_now where r.id = v_old.id;
    v_old := null;
  end if;
  if v_old.id is null then
    begin
      return app.restore_json(app.restore_add(args->>'mode', case when args ? 'as_of' then coalesce(args->>'source', 'versions') else 'backup' end, jsonb_build_object(
        'backup_id', p_backup.id, 'source_tenant', coalesce(p_backup.about_tenant, v_target), 'target_tenant', v_target,
        'options', v_asked || app.jsonb_pick(args, '{lock}')), 'restore_into'));
    exception when unique_violation then
      -- restores_into_one: another request has begun one since the look above.
      perform app.fail(409, 'INVALID_STATE', 'Another restore into this tenant was begun at the same moment. Wait for its end, or '
        'cancel it: GET /admin/restores lists it');
    end;
  elsif v_old.options->'as_of' is distinct from v_asked->'as_of'
    -- One of an earlier moment has a backup that it has made.
    or (not v_asked ? 'as_of' and v_old.backup_id is distinct from p_backup.id)
    or v_old.mode <> args->>'mode' or not v_old.options @> v_asked or v_old.options->'only' <> v_asked->'only' then
    perform app.fail(409, 'INVALID_STATE', format('Another restore into this tenant is under way: %s. Wait for its end, '
      'or cancel it: POST /admin/restores/%1$s/cancel', v_old.id));
  elsif v_old.options->>'step' is distinct from 'planned' then
    return app.restore_json(v_old);
  end if;
  v_refusal := app.confirm('platform', 'restore', v_old.id, v_old.options->'dependencies', args->>'confirm_token');
  if v_refusal is not null then
    return json_build_object('$refuse', (v_refusal->'$refuse')::jsonb || jsonb_build_object('message', format(
      'This restore changes records of the tenant: see dependencies. To do it, repeat the request with confirm_token within '
      '5 minutes; a backup of the tenant as it is now is made first. Every single change is in GET /admin/diffs/%s/changes.',
      v_old.options->>'diff_id')));
  end if;
  update app.restores r set options = v_old.options || '{"step": "confirmed"}', attempts = 0
  where r.id = v_old.id returning * into v_new;
  perform app.task_add('platform', 'restore_into', v_new.id);
  perform app.owner_journal('restore.confirmed', v_new.id, app.restore_json(v_new), app.restore_json(v_old));
  return app.restore_json(v_new);
end $$;
comment on function app.restore_into is
  'Begins a restore into a living tenant, of a backup or of an earlier moment (as_of); sent again, it answers the one that is under way, and, when that has found what it would '
  'change, asks for a confirmation, or takes it. Called under the word platform';
