create or replace function app.policies_filter_most(p_type app.object_types, p_most integer)
returns app.filter
language plpgsql stable as $$
begin
  if not p_type.policies ? 'whole' or not app.policies_show_most(
    p_type, (app.object_total(p_type.tenant_id, p_type.id)).live, p_most) then
    return null;
  end if;
  return row((p_type.policies->>'whole')::jsonpath, jsonb_build_object(
      'v', p_type.policies->'variables', 'auth', app.principal()
        - '{permissions,scopes,ip,user_agent,request_id}'::text[]),
    false, '["row"]', '[]', null, null, null)::app.filter;
end $$;
comment on function app.policies_filter_most is
  'Returns the filter of a type''s policies for a caller whom they bind, to walk with, if they '
  'are one jsonpath for everyone (app.policies_whole) and known to show p_most objects '
  '(app.policies_show_most): then they hide fewer than 1,000, and nothing has to be put together. '
  'Else null';
