create or replace function api.realtime_subscribe(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_channel jsonb := app.realtime_channel(tenant, args);
begin
  if args->'filter' not in ('null', '[]') then
    perform app.filter_once(app.realtime_filter(
      tenant, v_channel || jsonb_build_object('filter', args->'filter'), 'filter'), 'filter');
  end if;
  return app.realtime_rights(tenant) || v_channel
    || jsonb_build_object('since', app.realtime_place(tenant, args->>'since'));
end $$;
comment on function api.realtime_subscribe is
  'A channel and its filter, checked: {type?, since?} and app.realtime_rights';
