create or replace function app.journal_sight(p_tenant text)
returns jsonb
language sql stable as $$
  -- What shows files holds what shows objects.
  select app.file_sight(p_tenant)
$$;
comment on function app.journal_sight is
  'What decides which rows of the journal the caller sees, for app.journal_is_visible: {policies (of '
  'app.policies_of_caller), user, is_manager}; null: all of them';
