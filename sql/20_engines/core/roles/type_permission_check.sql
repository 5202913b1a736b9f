create or replace function app.type_permission_check(p_type app.object_types, p_action text)
returns void
language plpgsql stable as $$
begin
  if app.type_is_permitted(p_type, p_action) then return; end if;
  perform app.fail(403, 'FORBIDDEN', format('Your roles do not permit objects:%s:%s.',
    p_action, p_type.name), jsonb_build_object('required',
    format('objects:%s:%s', p_action, p_type.name)));
end $$;
comment on function app.type_permission_check is
  '403 unless the roles of a user permit an action on the objects of a type. Called for principals '
  'whose permissions name single types (type_limited)';
