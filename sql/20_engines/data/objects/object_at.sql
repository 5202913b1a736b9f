create or replace function app.object_at(
  p_type app.object_types, p_object app.objects, p_id text, p_time timestamptz)
returns json
language plpgsql stable as $$
declare v_version app.object_versions;
begin
  if p_object.id is null or p_time < p_object.created_at then
    perform app.not_found('object', p_id);
  end if;
  if p_time < p_object.updated_at then
    select * into v_version from app.object_versions v
    where v.tenant_id = p_object.tenant_id and v.object_type_id = p_object.object_type_id
      and v.object_id = p_object.id and v.created_at <= p_time
    order by v.version desc limit 1;
    if not found then perform app.not_found('object', p_id); end if;
    p_object := app.object_as(p_object, v_version);
  end if;
  if p_object.is_deleted or not app.policy_shows(p_type, p_object) then perform app.not_found('object', p_id); end if;
  return app.object_answer(p_object);
end $$;
comment on function app.object_at is
  'An object as it was at a moment; 404 when it was not there yet, or in the trash, '
  'or policies hide what it was';
