create or replace function app.staging_settings(p_name text, p_value jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_zone text := p_value->>'timezone';
  v_wrong text;
begin
  -- The worker reads them for all tenants in turn.
  if jsonb_typeof(p_value) <> 'object' then v_wrong := 'it';
  elsif p_name = 'governance' then
    v_wrong := (
      select s.key from jsonb_each(p_value) s
      where s.key ~ '(_days|_secs|_length|_retention)$' and s.value <> 'null'
        -- A session lasts up to a year.
        and s.value::text !~ case when s.key ~ '_secs$' then '^\d{1,8}$' else '^\d{1,6}$' end limit 1);
    -- One of a release of the time zones that is not here.
    if v_zone is not null and not pg_input_is_valid('2000-01-01 00:00:00 ' || v_zone, 'timestamptz') then
      p_value := p_value - 'timezone';
    end if;
  end if;
  if v_wrong is not null then
    raise exception using errcode = 'data_exception', message = format('%s of the settings of the tenant: %s is not a value', p_name, v_wrong);
  end if;
  return p_value;
end $$;
comment on function app.staging_settings is
  'Settings that came from outside; 22000 where they have another type. A time zone that is not known here is left out';
