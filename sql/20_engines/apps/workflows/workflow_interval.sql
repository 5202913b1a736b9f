create or replace function app.workflow_interval(p_after text)
returns interval
language plpgsql stable as $$
declare
  v_interval interval;
  v_now timestamptz := clock_timestamp();
begin
  v_interval := p_after::interval;
  if v_now + v_interval >= v_now + interval '1 second'
    and v_now + v_interval <= v_now + interval '10 years' then
    return v_interval;
  end if;
  return null;
exception when data_exception then
  return null;
end $$;
comment on function app.workflow_interval is
  'Parses an interval such as 2 hours or P1D, from a second to ten years; null for an invalid one';
