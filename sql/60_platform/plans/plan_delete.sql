create or replace function platform.plan_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_plan app.plans := app.plan_lock(args->>'plan_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_plan.updated_at, args);
  if v_plan.plan_tier = any ('{unlimited,free}') then
    perform app.fail(409, 'INVALID_STATE',
      format('New tenants get the plan %s, so it cannot be deleted. You can change it.', v_plan.plan_tier));
  end if;
  if v_plan.plan_tier = (app.installation()).default_plan then
    perform app.fail(409, 'INVALID_STATE', format('New tenants get the plan %s. First set another default_plan with '
      'PATCH /admin/settings.', v_plan.plan_tier));
  end if;
  if app.tenants_find(null, v_plan.plan_tier, null, null, 1) <> '{}' then
    perform app.fail(409, 'INVALID_STATE',
      format('Some tenants have the plan %s. Give them another plan first: GET /admin/tenants?plan=%1$s lists them.',
        v_plan.plan_tier));
  end if;
  delete from app.plans p where p.plan_tier = v_plan.plan_tier;
  perform app.owner_journal('plan.deleted', v_plan.plan_tier, null, app.plan_json(v_plan));
  return json_build_object('id', v_plan.plan_tier, 'deleted', true);
end $$;
comment on function platform.plan_delete is 'Delete an unused plan';
