create or replace function app.book_record_lock(p_id text)
returns app.book_records
language plpgsql volatile as $$
declare v_record app.book_records;
begin
  select * into v_record from app.book_records r where r.id = p_id for update;
  if not found then perform app.not_found('book_record', p_id); end if;
  return v_record;
end $$;
comment on function app.book_record_lock is 'A record of the operator''s books, locked, or 404';
