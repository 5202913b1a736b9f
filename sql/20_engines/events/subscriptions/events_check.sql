create or replace function app.events_check(p_events text[], p_field text)
returns void
language plpgsql stable as $$
declare
  v_nouns text[];
  v_hidden text;
begin
  select array_agg(split_part(e, '.', 1)) into v_nouns from unnest(p_events) e;
  v_hidden := (
    select n from unnest(v_nouns) n where n = any (app.hearing_hidden()) limit 1);
  if v_hidden is null then return; end if;
  perform app.fail(403, 'INSUFFICIENT_SCOPE', format(
    'You may not receive events such as %s.*: they need a scope or permission that you do not '
    'have. Choose other events, or ask an administrator to set this up.', v_hidden), null, p_field);
end $$;
comment on function app.events_check is
  'Refuses with 403 names of events that the caller may not see (app.hearing_hidden), for '
  'whatever listens: webhooks, automations, functions';
