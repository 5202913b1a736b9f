create or replace function app.workflow_is_mine(p_assignee text, p_role text)
returns boolean
language sql stable as $$
  select coalesce(p_assignee = p->>'user_id', false) or coalesce(p->'roles' ? p_role, false)
  from app.principal() p
$$;
comment on function app.workflow_is_mine is
  'Whether the caller is the user, or has the role, that something is given to';
