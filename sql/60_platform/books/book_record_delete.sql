create or replace function platform.book_record_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.book_records := app.book_record_lock(args->>'record_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.book_records r where r.id = v_old.id;
  perform app.owner_journal('book_record.deleted', v_old.id, null,
    app.book_record_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function platform.book_record_delete is 'Delete a record of your books';
