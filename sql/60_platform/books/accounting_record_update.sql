create or replace function platform.accounting_record_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.accounting_records := app.accounting_record_lock(args->>'record_id');
  v_new app.accounting_records;
  v_now timestamptz;
begin
  perform app.unchanged_check(v_old.updated_at, args);
  v_new := app.accounting_record_merge(v_old, args);
  if v_new = v_old then return app.accounting_record_json(v_old); end if;
  v_now := clock_timestamp();
  update app.accounting_records r set type = v_new.type, amount = v_new.amount,
    currency = v_new.currency, category = v_new.category, about_tenant = v_new.about_tenant,
    description = v_new.description, reference = v_new.reference,
    occurred_at = v_new.occurred_at, updated_at = v_now
  where r.id = v_old.id returning * into v_new;
  perform app.owner_journal('accounting_record.updated', v_new.id,
    app.accounting_record_json(v_new), app.accounting_record_json(v_old));
  return app.accounting_record_json(v_new);
end $$;
comment on function platform.accounting_record_update is 'Change a record of your books';
