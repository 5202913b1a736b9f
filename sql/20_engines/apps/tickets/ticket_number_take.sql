create or replace function app.ticket_number_take(p_tenant text)
returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare v_number bigint;
begin
  perform app.own_tenant_check(p_tenant);
  update app.ticket_numbers n set last = n.last + 1 where n.id = 1 returning n.last into v_number;
  return v_number;
end $$;
comment on function app.ticket_number_take is
  'The number of the next ticket of all tenants. Its row is locked until the transaction ends, and what is rolled back gives its '
  'number back: no number is left out. As its owner, because no request may write it otherwise';
