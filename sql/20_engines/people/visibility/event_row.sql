create or replace function app.event_row(p_tenant text, p_event jsonb)
returns app.journal
language plpgsql stable as $$
declare v_row app.journal;
begin
  v_row.tenant_id := p_tenant;
  v_row.id := p_event->>'id';
  v_row.type := p_event->>'type';
  v_row.resource_type := app.event_kind(p_event->>'type', p_event->'data');
  v_row.object_type_id := p_event->>'object_type_id';
  v_row.actor := p_event->'actor';
  v_row.after := p_event->'data';
  v_row.before := nullif(p_event->'previous', 'null');
  v_row.changed := array(
    select jsonb_array_elements_text(coalesce(nullif(p_event->'changed', 'null'), '[]')));
  return v_row;
end $$;
comment on function app.event_row is
  'An event as app.event_json shows it, as far as a row of the journal decides who sees it';
