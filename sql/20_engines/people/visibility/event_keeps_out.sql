create or replace function app.event_keeps_out(p_tenant text, p_event jsonb)
returns boolean
language plpgsql stable as $$
declare
  v_sight jsonb := app.journal_sight(p_tenant);
  v_row app.journal;
begin
  if v_sight is null then return false; end if;
  v_row := app.event_row(p_tenant, p_event);
  return not app.journal_is_visible(v_sight, v_row) or app.journal_error_is_hidden(v_sight, v_row)
    or v_row.before is not null and not app.journal_before_is_visible(v_sight, v_row);
end $$;
comment on function app.event_keeps_out is
  'Whether an event as app.event_json shows it holds what policies hide from the caller';
