create or replace function app.cidrs(p_list jsonb)
returns cidr[]
language plpgsql immutable as $$
declare v_bad text := (
  select format('ip_allowlist[%s]', n - 1)
  from jsonb_array_elements_text(nullif(p_list, 'null')) with ordinality e(e, n)
  where not pg_input_is_valid(e, 'inet') limit 1);
begin
  if v_bad is not null then
    perform app.invalid(v_bad, 'invalid_cidr',
      'must be an IP address or a network such as 192.0.2.7 or 2001:db8::/32');
  end if;
  return array(
    select network(case when i <<= '::ffff:0:0/96' and masklen(i) >= 96
      then set_masklen(split_part(host(i), '::ffff:', 2)::inet, masklen(i) - 96) else i end)::cidr
    from jsonb_array_elements_text(nullif(p_list, 'null')) e
    cross join lateral (select e::inet as i));
end $$;
comment on function app.cidrs is
  'Returns addresses and networks as a cidr array, IPv4 ones written as IPv6 (::ffff:192.0.2.7) '
  'as IPv4; 400 names the entry that is neither';
