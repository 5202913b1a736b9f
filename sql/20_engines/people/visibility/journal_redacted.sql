create or replace function app.journal_redacted(p_sight jsonb, p_row app.journal)
returns app.journal
language plpgsql stable as $$
begin
  if p_row.before is not null and p_row.after is not null
    and not app.journal_before_is_visible(p_sight, p_row) then
    p_row.before := null;
    p_row.changed := null;
  end if;
  if app.journal_error_is_hidden(p_sight, p_row) then
    p_row.after := p_row.after::jsonb || '{"error": null}';
  end if;
  return p_row;
end $$;
comment on function app.journal_redacted is
  'A row of the journal that app.journal_is_visible, without what the object or file was before when the '
  'caller may not see that, and without an error of a run that may quote what they may not see';
