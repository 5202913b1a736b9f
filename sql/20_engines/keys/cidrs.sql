create or replace function app.cidrs(p_list jsonb)
returns cidr[]
language plpgsql immutable as $$
declare v_bad text := (
  select format('ip_allowlist[%s]', n - 1) from jsonb_array_elements_text(nullif(p_list, 'null')) with ordinality e(e, n)
  where not pg_input_is_valid(e, 'inet') limit 1);
begin
  if v_bad is not null then
    perform app.invalid(v_bad, 'invalid_cidr', 'must be an address or a network such as 192.0.2.7 or 2001:db8::/32');
  end if;
  return array(select network(e::inet)::cidr from jsonb_array_elements_text(nullif(p_list, 'null')) e);
end $$;
comment on function app.cidrs is 'Addresses and networks as a cidr array; 400 names the entry that is none';
