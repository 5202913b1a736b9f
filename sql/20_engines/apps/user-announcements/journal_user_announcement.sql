create or replace function app.journal_user_announcement(
  p_event text, p_old app.user_announcements, p_new app.user_announcements)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'user_announcement',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then app.user_announcement_json(p_new) end,
    case when p_old.id is not null then app.user_announcement_json(p_old) end);
end $$;
comment on function app.journal_user_announcement is
  'Writes a row of the journal: an announcement to users became p_new (null: deleted) from p_old (null: created)';
