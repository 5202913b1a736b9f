create or replace function app.role_renamed(p_part jsonb, p_field text, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select case when p_part->>p_field = p_old then p_part || jsonb_build_object(p_field, p_new) else p_part end
$$;
comment on function app.role_renamed is 'A state or transition of a workflow with a new name of a role in a field';
