create or replace function app.type_permission_check(p_type app.object_types, p_action text)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_actions text[] := case p_action when 'read' then '{read,write,*}'::text[] else '{write,*}' end;
begin
  if exists (
    select from jsonb_array_elements_text(v_principal->'permissions') p
    cross join unnest(v_actions) a
    where p in ('objects:' || a, 'objects:' || a || ':' || p_type.name,
      'objects:' || a || ':' || p_type.id)) then
    return;
  end if;
  perform app.fail(403, 'FORBIDDEN', format('Your roles do not permit objects:%s:%s.',
    p_action, p_type.name), jsonb_build_object('required',
    format('objects:%s:%s', p_action, p_type.name)));
end $$;
comment on function app.type_permission_check is
  '403 unless the roles of a user permit an action on the objects of a type. Called for principals '
  'whose permissions name single types (type_limited)';
