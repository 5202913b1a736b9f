create or replace function platform.owner_ticket_attachment_sign(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ticket app.tickets := app.ticket_find(args->>'tenant_id', args->>'ticket_id');
  v_expires bigint := floor(extract(epoch from clock_timestamp())) + 300;
  v_file app.files;
begin
  if exists (
    select 1 from app.ticket_messages m
    where m.tenant_id = v_ticket.tenant_id and m.ticket_id = v_ticket.id
      and m.attachments @> jsonb_build_array(jsonb_build_object('file_id', args->'file_id')))
  then
    select * into v_file from app.files f
    where f.tenant_id = v_ticket.tenant_id and f.id = args->>'file_id' and f.status = 'ready'
      and not f.is_deleted;
  end if;
  if v_file.id is null then perform app.not_found('file', args->>'file_id'); end if;
  return json_build_object('tenant_id', v_ticket.tenant_id, 'generation', v_file.generation,
    'expires', v_expires, 'expires_at', to_timestamp(v_expires), 'ttl', 300);
end $$;
comment on function platform.owner_ticket_attachment_sign is
  'Returns what a signed URL for an attachment of a ticket has to contain';
