create or replace function app.workflow_role_renamed(
  p_parts jsonb, p_field text, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(case when p.part->>p_field = p_old
    then p.part || jsonb_build_object(p_field, p_new) else p.part end order by p.place), '[]')
  from jsonb_array_elements(p_parts) with ordinality p(part, place)
$$;
comment on function app.workflow_role_renamed is
  'States or transitions with a new name for the role that a field of them names';
