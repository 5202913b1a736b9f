create or replace function app.journal_sight(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare v_sight jsonb := app.file_sight(p_tenant);  -- what shows files holds what shows objects
begin
  if app.data_hidden() = '{}' then return v_sight; end if;
  return coalesce(v_sight, '{"is_manager": true, "policies": null}') || '{"reads_no_objects": true}';
end $$;
comment on function app.journal_sight is
  'Returns the filter for the rows of the journal that the caller sees, for '
  'app.journal_is_visible: {policies (of app.policies_of_caller), user, is_manager, '
  'reads_no_objects?}; null: all of them';
