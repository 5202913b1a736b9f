create or replace function app.workflow_due(p_entered_at timestamptz, p_after text)
returns timestamptz
language sql stable as $$
  select (p_entered_at at time zone 'UTC' + app.workflow_interval(p_after)) at time zone 'UTC'
$$;
comment on function app.workflow_due is
  'When the timeout of a state comes that a run entered at some moment: a day has 24 hours, whatever the clocks of a connection do';
