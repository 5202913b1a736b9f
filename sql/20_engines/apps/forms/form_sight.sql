create or replace function app.form_sight(p_tenant text)
returns jsonb
language sql stable as $$
  select case when app.data_hidden() <> '{}' then '{"*": true}' else app.policies_of_caller(p_tenant) end
$$;
comment on function app.form_sight is
  'Returns the filter for the submissions of forms that the caller sees, for '
  'app.form_submission_shown: {type id: filter}; null: all of them. Who may read no objects sees '
  'none that objects are made of: {"*"}';
