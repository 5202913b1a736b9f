create or replace function app.journal_error_is_hidden(p_sight jsonb, p_row app.journal)
returns boolean
language sql immutable as $$
  select p_row.resource_type in ('automation_run', 'job_run', 'workflow_run', 'function', 'integration',
      'dead_letter')
    and coalesce(nullif(p_sight->'policies', 'null') is not null and p_row.after->>'error' is not null, false)
$$;
comment on function app.journal_error_is_hidden is
  'Whether a row of the journal tells the error of a run, which may quote what policies hide from the caller '
  '(p_sight of app.journal_sight)';
