create or replace function worker.message_attachments(p_tenant text, p_id text)
returns json
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  return (
    select json_agg(json_build_object('filename', a.filename, 'mime_type', a.mime_type,
      'content_base64', encode(a.content, 'base64')) order by a.position)
    from app.message_attachments a where a.tenant_id = p_tenant and a.message_id = p_id);
end $$;
comment on function worker.message_attachments is
  'Returns the attachments of a mail: [{filename, mime_type, content_base64}]';
