create or replace function app.export_ticket_messages(p_tenant text, p_user_id text)
returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(jsonb_build_object('id', m.id, 'ticket_id', m.ticket_id, 'body', m.body,
      'created_at', m.created_at) order by m.id), '[]')
    from (
      select m.id, m.ticket_id, m.body, m.created_at from app.ticket_messages m
      where m.tenant_id = p_tenant and m.author->>'id' = p_user_id limit 10000) m);
end $$;
comment on function app.export_ticket_messages is
  'Lists the messages of a user in tickets, theirs and those of others, in the export of their data';
