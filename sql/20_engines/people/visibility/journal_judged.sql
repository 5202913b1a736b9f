create or replace function app.journal_judged(p_sight jsonb)
returns text[]
language sql immutable as $$
  select case
    when p_sight is null then '{}'::text[]
    when p_sight->'policies' = 'null' then case when p_sight ? 'is_blind' then '{file,comment,form}'
      else '{file,comment}' end::text[]
    else '{object,association,comment,import,export,file,form,workflow_run,automation_run,job_run,'
      'function,integration}' end
$$;
comment on function app.journal_judged is
  
  'Resource types of which app.journal_is_visible or app.journal_redacted has to look at each row; all rows of others '
  'are shown as they are (p_sight of app.journal_sight)';
