create or replace function app.workflow_role_renamed(
  p_part jsonb, p_field text, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select case when p_part->>p_field = p_old
    then jsonb_set(p_part, array[p_field], to_jsonb(p_new)) else p_part end
$$;
comment on function app.workflow_role_renamed is
  'A state or transition with a new name for the role that a field of it names';
