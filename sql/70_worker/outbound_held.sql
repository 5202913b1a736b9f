create or replace function worker.outbound_held()
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.outbound_held();
end $$;
comment on function worker.outbound_held is 'Whether nothing may leave this installation for now';
