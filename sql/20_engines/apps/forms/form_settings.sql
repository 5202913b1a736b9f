create or replace function app.form_settings(p_form app.forms)
returns jsonb
language sql stable as $$
  select app.form_defaults() || p_form.settings
$$;
comment on function app.form_settings is 'All settings of a form, with the defaults of those that were left out';
