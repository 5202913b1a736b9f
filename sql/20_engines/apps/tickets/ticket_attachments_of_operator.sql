create or replace function app.ticket_attachments_of_operator(p_ticket app.tickets, p_ids jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_ids text[] := array(select jsonb_array_elements_text(coalesce(p_ids, '[]')));
  v_shown jsonb;
  v_strange text;
begin
  select coalesce(json_agg(jsonb_build_object('file_id', f.id, 'filename', f.filename,
    'mime_type', f.mime_type, 'size_bytes', f.size_bytes) order by i.n)::jsonb, '[]'),
    min(i.id) filter (where f.id is null)
  into v_shown, v_strange
  from unnest(v_ids) with ordinality i(id, n)
  left join app.files f on f.tenant_id = p_ticket.tenant_id and f.id = i.id and not f.is_deleted
    and f.status = 'ready' and f.meta->>'ticket_id' = p_ticket.id;
  if v_strange is not null then perform app.not_found('file', v_strange); end if;
  return v_shown;
end $$;
comment on function app.ticket_attachments_of_operator is
  'The files that an answer of the operator brings, as they are called now: of those that were uploaded for this ticket, and no '
  'others of the tenant; 404';
