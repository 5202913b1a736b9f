create or replace function app.automation_skip(
  p_automation app.automations, p_depth integer, p_has_room boolean)
returns text
language sql immutable as $$
  select case
    when p_depth >= 5 then 'Five automations or functions in a row caused this run, so the chain '
      'ends here.'
    when not p_has_room then format('It has already run %s times within a minute '
      '(max_runs_per_minute).',
      p_automation.max_runs_per_minute) end
$$;
comment on function app.automation_skip is
  'Returns why an automation does not run for something: the chain is too deep, or it has run too '
  'often; null when it does run';
