create or replace function platform.plan_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.plans := app.plan_lock(args->>'plan_id');
  v_new app.plans := app.plan_merge(v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.plan_tier = 'unlimited' and v_new.objects is not null then
    perform app.invalid('limits.objects', 'not_offered', 'cannot be set: the plan unlimited limits no objects');
  end if;
  if v_new = v_old then return app.plan_json(v_old); end if;
  v_now := clock_timestamp();
  update app.plans p set name = v_new.name, description = v_new.description,
    is_public = v_new.is_public, currency = v_new.currency, price_month = v_new.price_month,
    price_year = v_new.price_year, price_ids = v_new.price_ids, api_calls = v_new.api_calls,
    storage_bytes = v_new.storage_bytes, objects = v_new.objects,
    object_types = v_new.object_types, users = v_new.users, webhooks = v_new.webhooks,
    functions = v_new.functions, requests_per_minute = v_new.requests_per_minute,
    audit_days = v_new.audit_days, caused_writes = v_new.caused_writes,
    caused_mails = v_new.caused_mails, caused_calls = v_new.caused_calls,
    mails_per_recipient = v_new.mails_per_recipient, mails_per_hour = v_new.mails_per_hour,
    updated_at = v_now, limits_at = v_now
  where p.plan_tier = v_old.plan_tier
  returning * into v_new;
  perform app.owner_journal('plan.updated', v_new.plan_tier, app.plan_json(v_new), app.plan_json(v_old));
  return app.plan_json(v_new);
end $$;
comment on function platform.plan_update is 'Change a plan';
