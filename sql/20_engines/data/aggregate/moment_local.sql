create or replace function app.moment_local(p_time timestamptz, p_timezone text)
returns text
language sql stable as $$
  select to_char(m.local, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when m.ahead < '0' then '-' else '+' end
    || to_char(greatest(m.ahead, -m.ahead),
      case when extract(second from m.ahead) = 0 then 'HH24:MI' else 'HH24:MI:SS' end)
  from (select p_time at time zone p_timezone as local,
    (p_time at time zone p_timezone) - (p_time at time zone 'UTC') as ahead) m
$$;
comment on function app.moment_local is
  'A moment to the second in a time zone, with its offset: two hours that a clock shows twice in '
  'autumn differ';
