create or replace function platform.plan_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_id text := args->>'id';
  v_now timestamptz := clock_timestamp();
  v_new app.plans;
begin
  v_new.description := '';
  v_new.is_public := true;
  v_new.currency := 'USD';
  v_new.price_ids := '{}';
  v_new.caused_writes := 1000;
  v_new.caused_mails := 500;
  v_new.caused_calls := 1000;
  v_new.mails_per_recipient := 20;
  v_new.mails_per_hour := 10000;
  v_new := app.plan_merge(v_new, args);
  begin
    insert into app.plans (plan_tier, name, description, is_public, currency, price_month,
      price_year, price_ids, api_calls, storage_bytes, objects, object_types, users, webhooks,
      functions, requests_per_minute, audit_days, caused_writes, caused_mails, caused_calls,
      mails_per_recipient, mails_per_hour, updated_at)
    values (v_id, v_new.name, v_new.description, v_new.is_public, v_new.currency,
      v_new.price_month, v_new.price_year, v_new.price_ids, v_new.api_calls, v_new.storage_bytes,
      v_new.objects, v_new.object_types, v_new.users, v_new.webhooks, v_new.functions,
      v_new.requests_per_minute, v_new.audit_days, v_new.caused_writes, v_new.caused_mails,
      v_new.caused_calls, v_new.mails_per_recipient, v_new.mails_per_hour, v_now)
    returning * into v_new;
  exception when unique_violation then
    perform app.taken('id', v_id, 'plan');
  end;
  perform app.owner_journal('plan.created', v_id, app.plan_json(v_new));
  return app.plan_json(v_new);
end $$;
comment on function platform.plan_create is 'Create a plan';
