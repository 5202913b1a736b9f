create or replace function gateway.rewind()
returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  return app.rewind();
end $$;
comment on function gateway.rewind is
  'Where the database has gone back in time: lifts the places of all journals (app.rewind)';
