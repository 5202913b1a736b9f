create or replace function app.delay_until(p_config jsonb, out until timestamptz, out error text)
language plpgsql stable as $$
begin
  until := case when p_config ? 'until' then (p_config->>'until')::timestamptz
    else clock_timestamp() + make_interval(secs => coalesce((p_config->>'seconds')::float8, 0)
      + 60 * coalesce((p_config->>'minutes')::float8, 0)) end;
  if until is null or until > clock_timestamp() + interval '30 days' then
    error := 'A delay must end within 30 days.';
  end if;
exception when data_exception then
  error := 'A delay needs seconds or minutes, as numbers, or until, a date and time such as '
    '2026-11-20T18:23:00Z.';
end $$;
comment on function app.delay_until is
  'Returns when the action delay {seconds | minutes | until} ends';
