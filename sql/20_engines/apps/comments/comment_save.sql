create or replace function app.comment_save(p_event text, p_old app.comments, p_new app.comments)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  p_new.updated_at := greatest(v_now, p_old.updated_at + interval '1 microsecond');
  update app.comments c set body = p_new.body, mentions = p_new.mentions, told = p_new.told,
    attachments = p_new.attachments, reactions = p_new.reactions, resolved_at = p_new.resolved_at,
    edited_at = p_new.edited_at, is_deleted = p_new.is_deleted, updated_at = p_new.updated_at
  where c.tenant_id = p_old.tenant_id and c.id = p_old.id;
  v_done := app.journal_comment(p_event, p_old, p_new);
  return app.comment_json(p_new);
end $$;
comment on function app.comment_save is
  'Writes a locked comment as it is now, with its journal row; returns it as the API shows it';
