create or replace function app.key_holders_without(p_key text, p_has_to_seal boolean, p_except text default '')
returns text
language plpgsql stable as $$
declare
  v_alive timestamptz := clock_timestamp() - interval '40 seconds';
  v_names text[];
begin
  v_names := array(
    select format('process %s on %s (%s)', h.pid, h.host, h.version) from app.key_holders h
    where h.seen_at >= v_alive and h.process_id <> p_except
      and (not h.opens @> array[p_key] or p_has_to_seal and h.seals <> p_key)
    union all
    -- Workers of a version that knows one key only.
    select format('process %s on %s (%s)', w.pid, w.host, w.version) from app.worker_processes w
    where w.seen_at >= v_alive
      and not exists (select 1 from app.key_holders h where h.host = w.host and h.pid = w.pid)
    order by 1);
  if v_names = '{}' then return null; end if;
  return array_to_string(v_names[:5], ', ')
    || case when cardinality(v_names) > 5 then format(' and %s more', cardinality(v_names) - 5) else '' end;
end $$;
comment on function app.key_holders_without is
  'Names the living processes, but for p_except, that do not have a key, or with p_has_to_seal, that seal with another one; null when '
  'all have it';
