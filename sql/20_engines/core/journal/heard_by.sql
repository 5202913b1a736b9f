create or replace function app.heard_by(
  p_tenant text, p_type text, out is_pending boolean, out is_sync boolean)
language plpgsql stable as $$
declare v_names text[] := array[p_type, split_part(p_type, '.', 1) || '.*', '*'];
begin
  select coalesce(bool_or(not s.is_sync), false), coalesce(bool_or(s.is_sync), false)
  into is_pending, is_sync
  from app.event_subscriptions s where s.tenant_id = p_tenant and s.events && v_names;
end $$;
comment on function app.heard_by is
  'Tells whether anything acts on an event: later (is_pending, so that the dispatcher looks at '
  'it) or in the transaction that writes it (is_sync)';
