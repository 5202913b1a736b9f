create or replace function worker.index_build(p_tenant text, p_property_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_property app.properties;
  v_type app.object_types;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_property from app.properties p
  where p.tenant_id = p_tenant and p.id = p_property_id;
  if v_property.index_error is not null then return worker.index_fail(v_property); end if;
  if v_property.id is not null then
    v_type := app.object_type_hold(p_tenant, v_property.object_type_id);
  end if;

  -- Read again, now that no schema change can cross: it may have begun the build again, or done
  -- without it.
  select * into v_property from app.properties p
  where p.tenant_id = p_tenant and p.id = p_property_id and p.index_status = 'building' for update;
  if not found then return true; end if;
  begin
    v_property := app.index_build(v_type, v_property, 5000);
  exception when sqlstate 'PT409' then
    update app.properties p
    set index_error = jsonb_build_object('code', 'UNIQUE_VIOLATION', 'message',
      -- A reader of properties may read it, but not always the objects.
      case when v_type.policies is null and v_type.user_access = 'open' then sqlerrm
        else 'Several objects have the same value. Change them and set is_unique again.' end)
    where p.tenant_id = p_tenant and p.id = p_property_id;
    return false;  -- worker.index_fail takes it from here: it must begin by keeping writers out
  end;
  if v_property.index_status = 'ready' then
    perform app.object_type_refresh(p_tenant, v_type.id);
  end if;
  return v_property.index_status = 'ready';
end $$;
comment on function worker.index_build is
  'Builds the next part of a property''s index; true when there is no more to do. '
  'Repeat it until then: safe after a crash';
