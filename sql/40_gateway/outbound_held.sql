create or replace function gateway.outbound_held()
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return to_json(app.outbound_held());
end $$;
comment on function gateway.outbound_held is 'Whether nothing may leave this installation for now';
