create or replace function app.automation_runner(
  p_automation app.automations, p_cause jsonb, p_is_started boolean)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'actor', case p_automation.run_as when 'trigger_user' then p_cause
      else p_automation.actor end,
    -- A run that is started by hand or by a job gets its data from its starter.
    'authors', app.authors_all(p_automation.authors)
      || case when p_is_started then app.actors(p_cause) else '[]' end)
$$;
comment on function app.automation_runner is
  'Returns the actor of an automation''s run, and its authors: {actor, authors}, kept with the '
  'run and its actions, as they are when it is queued. p_cause is the cause of its event, or the '
  'user who started it';
