create or replace function app.workflow_managed()
returns boolean
language sql stable as $$
  select not exists (
    select 1 from app.parties() p
    where not case when p ? 'permissions' then app.permission_covers(
        array(select jsonb_array_elements_text(p->'permissions')), 'workflows:manage')
      else app.scope_covers(array(select jsonb_array_elements_text(p->'scopes')), 'write') end)
$$;
comment on function app.workflow_managed is
  'Whether the caller manages workflows, and so may do any transition: a user by permission, a key with the scope write';
