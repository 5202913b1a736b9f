create or replace function gateway.outbound_hold(p_hold boolean)
returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_hold then perform app.outbound_set(true); end if;
  return to_json(app.outbound_held());
end $$;
comment on function gateway.outbound_hold is
  'For a process that starts: whether nothing may leave this installation, and with p_hold that '
  'nothing may from now on. What lets it go on is the owner''s: app.outbound_set';
