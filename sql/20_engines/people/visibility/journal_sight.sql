create or replace function app.journal_sight(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare v_sight jsonb := app.file_sight(p_tenant);  -- what shows files holds what shows objects
begin
  -- All but administrators are shown some records only if they are theirs.
  if v_sight is null and not app.is_administrator() then v_sight := '{"is_manager": true, "policies": null}'; end if;
  if v_sight is null or app.data_hidden() = '{}' then return v_sight; end if;
  return v_sight || '{"reads_no_objects": true}';
end $$;
comment on function app.journal_sight is
  'Returns the filter for the rows of the journal that the caller sees, for '
  'app.journal_is_visible: {policies (of app.policies_of_caller), user, is_manager, '
  'reads_no_objects?}; null, for administrators and the worker: all of them';
