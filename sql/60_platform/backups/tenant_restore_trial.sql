create or replace function platform.tenant_restore_trial(args jsonb)
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  -- A call that is no change of its own has no tenant.
  v_done := app.in_tenant('platform');
  return app.restore_past(args);
end $$;
comment on function platform.tenant_restore_trial is
  'Begins what platform.tenant_restore does, for a trial: a worker makes it, so its record must stay when the request of a dry run is undone';
