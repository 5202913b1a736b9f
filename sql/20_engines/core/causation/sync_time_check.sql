create or replace function app.sync_time_check()
returns void
language plpgsql stable as $$
declare v_until timestamptz := nullif(current_setting('app.sync_until', true), '');
begin
  if clock_timestamp() <= v_until then return; end if;
  perform app.budget_fail('sync_ms', app.sync_time_max(), 60, format('The sync automations that '
    'one write triggers must finish within %s ms in total. Make them do less, or use mode '
    'async.', app.sync_time_max()));
end $$;
comment on function app.sync_time_check is
  'Refuses with 429 when automations of mode sync have taken too much of the writer''s time';
