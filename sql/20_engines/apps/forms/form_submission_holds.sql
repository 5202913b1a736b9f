create or replace function app.form_submission_holds(p_data jsonb, p_part text)
returns boolean
language sql immutable as $$
  select exists (select 1 from jsonb_each_text(p_data) e where e.value ilike p_part)
$$;
comment on function app.form_submission_holds is
  'Whether a value of a submission is like a pattern (of app.like_part), in any case';
