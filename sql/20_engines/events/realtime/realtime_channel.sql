create or replace function app.realtime_channel(p_tenant text, p_channel jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_view app.views;
  v_object app.objects;
begin
  case p_channel->>'kind'
  when 'objects', 'object' then
    v_type := app.object_type_find(p_tenant, p_channel->>'type');
    if p_channel->>'kind' = 'objects' then return jsonb_build_object('type', v_type.id); end if;
    select * into v_object from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = p_channel->>'object';
    if v_object.id is null or not app.policy_shows(v_type, v_object) then
      perform app.not_found('object', p_channel->>'object');
    end if;
    return jsonb_build_object('type', v_type.id);
  when 'view' then
    select * into v_view from app.views v
    where v.tenant_id = p_tenant and v.id = p_channel->>'view';
    if v_view.id is null or not app.view_is_visible(v_view) then
      perform app.not_found('view', p_channel->>'view');
    end if;
    v_type := app.object_type_find(p_tenant, v_view.object_type_id);
    return jsonb_build_object('type', v_type.id);
  when 'dashboard' then
    perform app.dashboard_find(p_tenant, p_channel->>'dashboard');
    return '{}';
  else
    return '{}';
  end case;
end $$;
comment on function app.realtime_channel is
  'Resolves a channel {kind, type?, object?, view?, dashboard?} to {type}: the id of its object '
  'type; 404 or 403 for channels that the caller may not hear';
