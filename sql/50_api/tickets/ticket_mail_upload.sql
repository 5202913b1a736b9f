create or replace function api.ticket_mail_upload(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.ticket_mail_author(tenant, (args->>'number')::bigint, args->>'from');
  return app.file_slot_json(app.file_slot(tenant, args - '{number,from,mail_id}'::text[]));
end $$;
comment on function api.ticket_mail_upload is 'Create an upload slot for an attachment of a mail that answers a ticket';
