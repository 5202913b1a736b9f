create or replace function platform.owner_ticket_attachment_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ticket app.tickets := app.ticket_find(args->>'tenant_id', args->>'ticket_id');
  v_file app.files := app.file_new(v_ticket.tenant_id, app.jsonb_pick(args, '{filename}'));
  v_done text;
begin
  v_done := app.ticket_open_check(v_ticket);
  v_file.meta := jsonb_build_object('ticket_id', v_ticket.id);
  v_file := app.file_add(v_file, args->'made');
  return json_build_object('file_id', v_file.id, 'filename', v_file.filename,
    'mime_type', v_file.mime_type, 'size_bytes', v_file.size_bytes, 'storage_key', v_file.storage_key);
end $$;
comment on function platform.owner_ticket_attachment_create is
  'Adds a stored file to the tenant for a ticket';
