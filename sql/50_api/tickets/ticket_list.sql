create or replace function api.ticket_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_status text := args->>'status';
  v_binding text := concat_ws('|', 'ticket.list', tenant, v_status);
  v_before bigint := coalesce((app.cursor_decode(v_binding, args->>'cursor')->>0)::bigint, 9223372036854775807);
  v_most integer := app.count_most(args, true);
  v_numbers bigint[];
  v_total bigint;
begin
  if v_status is null then
    v_numbers := array(
      select t.number from app.tickets t where t.tenant_id = tenant and t.number < v_before
      order by t.number desc limit v_limit + 1);
  else
    v_numbers := array(
      select t.number from app.tickets t
      where t.tenant_id = tenant and t.status = v_status and t.number < v_before
      order by t.number desc limit v_limit + 1);
  end if;
  if args->>'count' is distinct from 'none' then
    if v_status is null then
      select count(*) into v_total from (
        select 1 from app.tickets t where t.tenant_id = tenant limit v_most + 1) c;
    else
      select count(*) into v_total from (
        select 1 from app.tickets t
        where t.tenant_id = tenant and t.status = v_status limit v_most + 1) c;
    end if;
  end if;
  return app.paged((
      select json_agg(app.ticket_json(row(t.*)::app.tickets,
        app.ticket_requester_email(row(t.*)::app.tickets)) order by t.number desc)
      from app.tickets t where t.tenant_id = tenant and t.number = any (v_numbers[:v_limit])),
    case when cardinality(v_numbers) > v_limit
      then app.cursor_encode(v_binding, jsonb_build_array(v_numbers[v_limit])) end,
    v_total, v_most);
end $$;
comment on function api.ticket_list is 'List your tickets, newest first';
