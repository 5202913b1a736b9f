create or replace function platform.book_record_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.book_records;
begin
  v_new := app.book_record_merge(v_new, args);
  v_new.id := app.new_id('rec');
  v_new.occurred_at := coalesce(v_new.occurred_at, v_now);
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  insert into app.book_records values (v_new.*);
  perform app.owner_journal('book_record.created', v_new.id, app.book_record_json(v_new));
  return app.book_record_json(v_new);
end $$;
comment on function platform.book_record_create is 'Add a record to your books';
