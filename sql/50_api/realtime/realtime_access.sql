create or replace function api.realtime_access(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_lost jsonb := '[]';
  v_channel jsonb;
begin
  for v_channel in select jsonb_array_elements(args->'channels') loop
    begin
      perform app.realtime_channel(tenant, v_channel);
    exception when sqlstate 'PT403' or sqlstate 'PT404' then
      v_lost := v_lost || (v_channel->'channel');
    end;
  end loop;
  return app.realtime_rights(tenant) || jsonb_build_object('lost', v_lost);
end $$;
comment on function api.realtime_access is
  'Returns the rights of a listener, at the beginning and again whenever they may have changed: '
  'app.realtime_rights, and which of their channels they may not hear any more';
