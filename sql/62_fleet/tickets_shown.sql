create or replace function auth.tickets_shown(args jsonb)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant integer := 10000;
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_numbers bigint[];
  v_page bigint[];
  v_tickets app.tickets[];
  v_users app.users[];
begin
  if args ? 'search' then
    v_numbers := app.tickets_named(app.tickets_found(args, v_most), args->>'search', args);
  else
    v_numbers := app.tickets_found(args, greatest(v_most + 1, v_end));
  end if;
  v_page := v_numbers[(args->>'offset')::integer + 1 : v_end];
  v_tickets := array(
    select row(t.*)::app.tickets from app.tickets t where t.number = any (v_page));
  v_users := array(
    select row(u.*)::app.users from app.users u
    where u.tenant_id = any (array(select t.tenant_id from unnest(v_tickets) t))
      and u.id = any (array(select t.requester_id from unnest(v_tickets) t)));
  return app.listed_as('tickets', (
      select json_agg(app.ticket_json(t, u.email) order by t.number desc)
      from unnest(v_tickets) t
      left join unnest(v_users) u on u.tenant_id = t.tenant_id and u.id = t.requester_id),
    cardinality(v_numbers));
end $$;
comment on function auth.tickets_shown is
  'Tickets of all tenants {tenant_id, status, priority, assignee, search, limit, offset}, the newest first. A search looks at the '
  'newest 10,000 that match the rest. As their owner: row-level security shows what is in one tenant at a time';
