create or replace function app.event_keeps_out(p_tenant text, p_event jsonb)
returns boolean
language plpgsql stable as $$
declare
  v_sight jsonb := app.journal_sight(p_tenant);
  v_noun text := split_part(p_event->>'type', '.', 1);
  v_row app.journal;
begin
  if v_sight is null then return false; end if;
  v_row.tenant_id := p_tenant;
  v_row.type := p_event->>'type';
  v_row.resource_type := case when v_noun in ('automation', 'job', 'workflow')
    and p_event->'data' ? (v_noun || '_id') then v_noun || '_run' else v_noun end;
  v_row.object_type_id := p_event->>'object_type_id';
  v_row.actor := p_event->'actor';
  v_row.after := p_event->'data';
  v_row.before := nullif(p_event->'previous', 'null');
  v_row.changed := array(
    select jsonb_array_elements_text(coalesce(nullif(p_event->'changed', 'null'), '[]')));
  return not app.journal_is_visible(v_sight, v_row) or app.journal_error_is_hidden(v_sight, v_row)
    or v_row.before is not null and not app.journal_before_is_visible(v_sight, v_row);
end $$;
comment on function app.event_keeps_out is
  'Whether an event as app.event_json shows it holds what policies hide from the caller';
