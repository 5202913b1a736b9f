create or replace function platform.book_record_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.book_records := app.book_record_lock(args->>'record_id');
  v_new app.book_records;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := app.book_record_merge(v_old, args);
  if v_new = v_old then return app.book_record_json(v_old); end if;
  v_now := clock_timestamp();
  update app.book_records r set type = v_new.type, amount = v_new.amount,
    currency = v_new.currency, category = v_new.category, about_tenant = v_new.about_tenant,
    description = v_new.description, reference = v_new.reference,
    occurred_at = v_new.occurred_at, updated_at = v_now
  where r.id = v_old.id returning * into v_new;
  perform app.owner_journal('book_record.updated', v_new.id,
    app.book_record_json(v_new), app.book_record_json(v_old));
  return app.book_record_json(v_new);
end $$;
comment on function platform.book_record_update is 'Change a record of your books';
