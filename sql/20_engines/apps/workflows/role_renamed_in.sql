create or replace function app.role_renamed_in(p_parts jsonb, p_field text, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(case when e.part->>p_field = p_old
    then e.part || jsonb_build_object(p_field, p_new) else e.part end order by e.n), '[]')
  from jsonb_array_elements(p_parts) with ordinality e(part, n)
$$;
comment on function app.role_renamed_in is 'States or transitions of a workflow with a new name of a role in one of their fields';
