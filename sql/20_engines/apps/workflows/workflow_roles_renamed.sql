create or replace function app.workflow_roles_renamed(
  p_parts jsonb, p_field text, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select case when jsonb_typeof(p_parts) = 'array' then to_jsonb(array(
      select app.workflow_role_renamed(p.part, p_field, p_old, p_new)
      from jsonb_array_elements(p_parts) with ordinality p(part, place) order by p.place))
    else coalesce((
      select json_object_agg(p.key, app.workflow_role_renamed(p.value, p_field, p_old, p_new))::jsonb
      from jsonb_each(p_parts) p), '{}') end
$$;
comment on function app.workflow_roles_renamed is
  'States or transitions, as a list or by name, with a new name for a role';
