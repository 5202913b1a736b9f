create or replace function platform.book_record_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_record app.book_records;
begin
  select * into v_record from app.book_records r where r.id = args->>'record_id';
  if not found then perform app.not_found('book_record', args->>'record_id'); end if;
  return app.book_record_json(v_record);
end $$;
comment on function platform.book_record_get is 'Get a record of your books';
