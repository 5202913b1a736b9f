create or replace function app.journal_sight(p_tenant text)
returns jsonb
language sql stable as $$
  -- What shows files holds what shows objects.
  select case when app.data_hidden() = '{}' then app.file_sight(p_tenant)
    else coalesce(app.file_sight(p_tenant), '{"policies": null, "is_manager": true}') || '{"is_blind": true}' end
$$;
comment on function app.journal_sight is
  'What decides which rows of the journal the caller sees, for app.journal_is_visible: {policies (of '
  'app.policies_of_caller), user, is_manager, is_blind (of app.data_hidden)}; null: all of them';
