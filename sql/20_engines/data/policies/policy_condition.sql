create or replace function app.policy_condition(
  p_type app.object_types, p_condition jsonb, p_path text)
returns jsonb
language plpgsql stable as $$
begin
  if p_condition in ('null', '[]') then return null; end if;
  -- As the caller's own filter: a filter that they may not use, they should not be made to use.
  perform app.filter_node(p_type, p_condition, p_path, 1, false, true,
    row(null, '{}', '{}', '{}', 0, null, null)::app.filter_part);
  return app.policy_types(p_type.tenant_id, p_condition);
end $$;
comment on function app.policy_condition is
  'A condition of a policy, checked, object types by id; null for one that every object meets. '
  '400 names the path in it, 403 INSUFFICIENT_SCOPE for regex without the scope *';
