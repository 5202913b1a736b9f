create or replace function app.form_status(p_form app.forms)
returns text
language sql stable as $$
  select case when p_form.status = 'active'
      and (p_form.settings->>'closes_at')::timestamptz <= clock_timestamp() then 'paused'
    else p_form.status end
$$;
comment on function app.form_status is
  'The state of a form: one that is active is paused as soon as its closes_at has passed';
