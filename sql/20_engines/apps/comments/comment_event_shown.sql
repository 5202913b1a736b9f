create or replace function app.comment_event_shown(p_sight jsonb, p_row app.journal, p_record jsonb)
returns boolean
language plpgsql stable as $$
begin
  if p_record->>'file_id' is not null then
    return 'file' <> all (app.events_hidden()) and exists (
      select 1 from app.files f
      where f.tenant_id = p_row.tenant_id and f.id = p_record->>'file_id'
        and app.file_shows(p_sight, row(f.*)::app.files));
  end if;
  return app.policies_show(nullif(p_sight->'policies', 'null'), p_row.tenant_id, p_row.object_type_id,
    p_record->>'object_id');
end $$;
comment on function app.comment_event_shown is
  'Whether the caller sees a comment that a row of the journal tells of: if they see its object or file (p_sight of app.journal_sight)';
