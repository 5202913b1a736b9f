create or replace function app.automation_authored(p_automation app.automations, args jsonb)
returns app.automations
language plpgsql stable as $$
declare
  v_authors jsonb := coalesce(p_automation.authors, '{}');
  v_event text := args #>> '{made,event}';
begin
  -- A part that is sent again, though it says the same, is the sender's from then on.
  if not v_authors ? 'actions' or args ? 'actions' then
    v_authors := app.authors_set(v_authors, 'actions');
    p_automation.actor := app.author();
  end if;
  if not v_authors ? 'trigger' or args ?| '{trigger_event,object_type_id,conditions,run_as,mode,'
    'cron_expression,run_at,timezone}' then
    v_authors := app.authors_set(v_authors, 'trigger');
    p_automation.actor := app.author();
  end if;
  if args ?| '{actions,trigger_event}' and v_event is not null then
    perform app.events_check(array[v_event], 'trigger_event');
  end if;
  p_automation.authors := v_authors;
  return p_automation;
end $$;
comment on function app.automation_authored is
  'Sets the authors of an automation''s actions, of its trigger and run_as (authors), and the '
  'actor of run_as system (actor). 403 for events that the caller may not see';
