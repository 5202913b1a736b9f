create or replace function app.sync_time_begin(p_events integer)
returns boolean
language plpgsql volatile as $$
declare v_left numeric := nullif(current_setting('app.sync_left', true), '');
begin
  if nullif(current_setting('app.sync_until', true), '') is not null then return false; end if;
  -- A little for each write of the caller's own, so that an import has its time.
  v_left := coalesce(v_left, app.sync_time_max()) + 5 * p_events;
  perform set_config('app.sync_left', v_left::text, true),
    set_config('app.sync_until',
      (clock_timestamp() + v_left * interval '1 millisecond')::text, true);
  return true;
end $$;
comment on function app.sync_time_begin is
  'From now on automations of mode sync use their writer''s time: what is left of it in this '
  'transaction. False where they do so already, within each other';
