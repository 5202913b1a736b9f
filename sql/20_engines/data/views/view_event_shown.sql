create or replace function app.view_event_shown(p_tenant text, p_record jsonb)
returns boolean
language plpgsql stable as $$
declare
  v_view app.views := jsonb_populate_record(null::app.views,
    app.jsonb_pick(p_record, '{id,object_type_id,visibility,created_by}'));
begin
  return app.view_is_visible(v_view) and (not app.is_type_limited() or exists (
    select 1 from app.object_types t
    where t.tenant_id = p_tenant and t.id = v_view.object_type_id
      and app.type_is_permitted(row(t.*)::app.object_types, 'read')));
end $$;
comment on function app.view_event_shown is
  'Whether the caller sees a view as a row of the journal holds it: only its maker sees a private one';
