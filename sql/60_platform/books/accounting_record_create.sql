create or replace function platform.accounting_record_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.accounting_records;
begin
  v_new := app.accounting_record_merge(v_new, args);
  v_new.id := app.new_id('rec');
  v_new.occurred_at := coalesce(v_new.occurred_at, v_now);
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  insert into app.accounting_records values (v_new.*);
  perform app.owner_journal('accounting_record.created', v_new.id, app.accounting_record_json(v_new));
  return app.accounting_record_json(v_new);
end $$;
comment on function platform.accounting_record_create is 'Add a record to your books';
