create or replace function api.object_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_id text := args->>'object_id';
  v_object app.objects;
begin
  if app.keeps_statements() and v_id is not null then
    v_object := app.kept(v_object, tenant, 'select row(o.*)::app.objects as found from app.objects o '
      'where o.tenant_id = %L and o.object_type_id = current_setting(''app.given'') '
      'and o.id = current_setting(''app.given_2'')', v_type.id, v_id);
  end if;
  if v_object.id is null then
    select * into v_object from app.objects o
    where o.tenant_id = tenant and o.object_type_id = v_type.id and o.id = v_id;
  end if;
  if app.type_is_guarded(v_type.policies, v_type.user_access)
    and not app.policy_shows(v_type, v_object) then
    perform app.not_found('object', v_id);
  elsif args ? 'at' then
    return app.object_at(v_type, v_object, v_id, (args->>'at')::timestamptz);
  end if;
  if v_object.id is null or (v_object.is_deleted and not args @> '{"include_deleted":true}') then
    perform app.not_found('object', v_id);
  end if;
  return app.object_answer(v_object);
end $$;
comment on function api.object_get is 'Get an object';
