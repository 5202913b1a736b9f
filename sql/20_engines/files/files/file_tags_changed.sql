create or replace function app.file_tags_changed(
  p_event text, p_file app.files, p_before json)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_file.tenant_id;
  v_id text := p_file.id;
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  update app.files f set revision = f.revision + 1, updated_at = v_now
  where f.tenant_id = v_tenant and f.id = v_id
  returning f.* into p_file;
  v_done := app.journal_write(v_tenant, p_event, 'file', v_id, app.file_json(p_file), p_before);
end $$;
comment on function app.file_tags_changed is
  'Records a change of tags on a locked file: the next revision, and a row of the journal. '
  'p_before is the file as it was shown with the tags before (app.file_save would read the new '
  'ones)';
