create or replace function app.webhook_events_check(p_events text[], p_hidden text[])
returns void
language plpgsql immutable as $$
declare v_hidden text;
begin
  select e into v_hidden from unnest(p_events) e
  where split_part(e, '.', 1) = any (p_hidden) limit 1;
  if v_hidden is null then return; end if;
  perform app.fail(403, 'INSUFFICIENT_SCOPE', format(
    'Events such as %s are not yours to hear: they need a scope or permission that you lack.',
    v_hidden), null, 'events');
end $$;
comment on function app.webhook_events_check is
  '403 for names of events that the caller may not see himself (app.webhook_hidden)';
