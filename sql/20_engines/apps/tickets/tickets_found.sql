create or replace function app.tickets_found(args jsonb, p_most integer)
returns bigint[]
language plpgsql stable as $$
begin
  -- One statement for each index: a plan for all of them would read every ticket for a rare assignee.
  if args ? 'tenant_id' then
    return array(
      select t.number from app.tickets t
      where t.tenant_id = args->>'tenant_id' and app.ticket_matches(row(t.*)::app.tickets, args)
      order by t.number desc limit p_most);
  elsif args ? 'assignee' then
    return array(
      select t.number from app.tickets t
      where t.assignee = args->>'assignee' and app.ticket_matches(row(t.*)::app.tickets, args)
      order by t.number desc limit p_most);
  elsif args ? 'status' then
    return array(
      select t.number from app.tickets t
      where t.status = args->>'status' and app.ticket_matches(row(t.*)::app.tickets, args)
      order by t.number desc limit p_most);
  elsif args ? 'priority' then
    return array(
      select t.number from app.tickets t
      where t.priority = args->>'priority' and app.ticket_matches(row(t.*)::app.tickets, args)
      order by t.number desc limit p_most);
  end if;
  return array(select t.number from app.tickets t order by t.number desc limit p_most);
end $$;
comment on function app.tickets_found is
  'Numbers of tickets of all tenants {tenant_id, status, priority, assignee}, the newest first, up to p_most. For '
  'auth.tickets_shown: under row-level security it finds those of one tenant';
