create or replace function platform.restore_cancel(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.restores := app.restore_lock(args->>'restore_id');
  v_now timestamptz := clock_timestamp();
  v_new app.restores;
begin
  if v_old.status not in ('pending', 'running') then
    perform app.fail(409, 'INVALID_STATE', format(
      'This restore is %s already: only one that is pending or running can be cancelled.', v_old.status));
  end if;
  update app.restores r set status = 'cancelled', finished_at = v_now, handover = null
  where r.id = v_old.id returning * into v_new;
  -- A tenant that took no writes meanwhile takes them again.
  perform app.restore_release(v_new);
  perform app.owner_journal('restore.cancelled', v_new.id, app.restore_json(v_new),
    app.restore_json(v_old));
  return app.restore_json(v_new);
end $$;
comment on function platform.restore_cancel is 'Cancel a restore that is under way';
