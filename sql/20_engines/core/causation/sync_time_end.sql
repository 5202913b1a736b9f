create or replace function app.sync_time_end()
returns void
language plpgsql volatile as $$
declare v_left interval := current_setting('app.sync_until', true)::timestamptz - clock_timestamp();
begin
  perform set_config('app.sync_left', (extract(epoch from v_left) * 1000)::text, true),
    set_config('app.sync_until', '', true);
end $$;
comment on function app.sync_time_end is
  'Keeps the time that automations of mode sync have left of their writer''s time, for the next '
  'of its writes';
