create or replace function app.filter_relative(
  p_type app.object_types, p_data_type text, p_value jsonb, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_name text := case jsonb_typeof(p_value) when 'string' then p_value #>> '{}'
    else (select min(k) from jsonb_object_keys(p_value) k) end;
  v_offset text := case when jsonb_typeof(p_value) = 'object' then p_value->>v_name end;
  v_time timestamptz;
  v_principal jsonb;
begin
  if v_name = '$literal' then return p_value->v_name; end if;
  if v_name in ('$now', '$today') then
    v_time := case v_name when '$now' then now() else date_trunc('day', now(), 'UTC') end;
    if jsonb_typeof(p_value) = 'object' then
      if coalesce(
        v_offset !~ '^[+-]?\d{1,6} (second|minute|hour|day|week|month|year)s?$', true) then
        perform app.invalid(p_path, 'invalid_offset', 'must be an offset such as "-7 days"');
      end if;
      v_time := (v_time at time zone 'UTC' + v_offset::interval) at time zone 'UTC';
    end if;
    return case p_data_type
      when 'date' then to_jsonb((v_time at time zone 'UTC')::date)
      when 'time' then to_jsonb(to_char(v_time at time zone 'UTC', 'HH24:MI:SS'))
      else to_jsonb(app.moment_text(v_time)) end;
  end if;
  if v_name = '$auth.tenant_id' then return to_jsonb(p_type.tenant_id::text); end if;
  v_principal := app.principal();
  if v_name in ('$auth.user_id', '$auth.contact_id', '$auth.role', '$auth.roles', '$auth.email',
    '$auth.aal') then
    return coalesce(v_principal->substr(v_name, 7), 'null');
  elsif v_name ~ '^\$auth\.metadata\.[^.]+$' then
    return coalesce(v_principal->'metadata'->substr(v_name, 16), 'null');
  end if;
  perform app.invalid(p_path, 'unknown_variable', format(
    '%s is not a variable. Use $now, $today, $auth.user_id, $auth.contact_id, $auth.role, '
    '$auth.roles, $auth.email, $auth.tenant_id, $auth.aal or $auth.metadata.<name>, or {"$literal": "%s"} for the text',
    left(v_name, 60), left(v_name, 60)));
end $$;
comment on function app.filter_relative is
  'Returns the value of "$now", {"$now": "-7 days"}, "$today", "$auth.user_id", {"$literal": …} '
  'at this moment, for this caller; json null when the caller has none';
