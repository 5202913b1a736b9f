create or replace function app.type_is_permitted(p_type app.object_types, p_action text)
returns boolean
language sql stable as $$
  select not exists (
    select 1 from app.parties() u
    where u ? 'type_limited' and not exists (
      select 1 from jsonb_array_elements_text(u->'permissions') p
      cross join unnest(
        case p_action when 'read' then '{read,write,*}'::text[] else '{write,*}' end) a
      where p in ('objects:' || a, 'objects:' || a || ':' || p_type.name,
        'objects:' || a || ':' || p_type.id)))
$$;
comment on function app.type_is_permitted is
  'Whether the roles of a user whose permissions name single types (type_limited) permit an action '
  'on the objects of a type: of each such user, in a run that several have written';
