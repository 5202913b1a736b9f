create or replace function app.reads_no_objects()
returns boolean
language sql stable as $$
  select exists (
    select 1 from app.parties() p
    where p ? 'permissions' and not app.permission_covers(
      array(select jsonb_array_elements_text(p->'permissions')), 'objects:read'))
$$;
comment on function app.reads_no_objects is
  'Whether the roles of a user who calls, or in whose name is called, permit to read no objects of any type';
