create or replace function app.outbound_state()
returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object('held', s.outbound_hold, 'since', app.utc(s.outbound_held_at),
      'waiting', app.outbound_waiting())
    from app.installation_settings s);
end $$;
comment on function app.outbound_state is
  'The hold as the operator sees it: {held, since, waiting: {<kind>: n}}';
