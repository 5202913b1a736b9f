create or replace function app.outbound_waiting()
returns json
language plpgsql stable as $$
begin
  return coalesce((
    select json_object_agg(q.kind, q.count order by q.kind)
    from (
      select w.kind, count(*) as count from app.work w
      where w.kind <> all (app.inner_kinds()) group by w.kind
      union all
      select m.channel, count(*) from app.messages m where m.status = 'queued' group by m.channel) q),
    '{}');
end $$;
comment on function app.outbound_waiting is
  'How much waits in all tenants of what calls other servers, and of mails and texts, by kind';
