create or replace function app.workflow_condition(
  p_type app.object_types, p_conditions jsonb, p_path text)
returns app.filter
language plpgsql stable as $$
declare
  v_type app.object_types := p_type;
  v_none app.filter;
begin
  if coalesce(p_conditions, '[]') = '[]' then return v_none; end if;
  -- A condition means the same to everyone: what the caller may see is asked elsewhere.
  v_type.policies := null;
  v_type.user_access := 'shared';
  return app.compile_filter(v_type, p_conditions, p_path);
end $$;
comment on function app.workflow_condition is
  'The conditions of a transition, to be asked of its object; null for none';
