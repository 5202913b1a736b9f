create or replace function app.journal_veiled(
  p_sight jsonb, p_hidden text[], p_row app.journal)
returns app.journal
language plpgsql stable as $$
begin
  if app.journal_veils(p_row.resource_type) and p_row.resource_type = any (p_hidden)
    or not app.journal_is_visible(p_sight, p_row) then
    p_row.before := null;
    p_row.after := null;
    p_row.changed := null;
    return p_row;
  end if;
  return app.journal_redacted(p_sight, p_row);
end $$;
comment on function app.journal_veiled is
  'A row of the journal as the audit log tells it to the caller (p_sight of app.journal_sight, p_hidden of '
  'app.events_hidden): that it happened, and the values only where policies show them';
