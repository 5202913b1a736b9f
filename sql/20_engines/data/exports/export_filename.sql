create or replace function app.export_filename(p_type app.object_types, args jsonb)
returns text
language plpgsql stable as $$
declare
  v_ending text := '.' || (args->>'format');
  v_name text := coalesce(args->>'filename',
    p_type.name || '-' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD'));
begin
  if right(lower(v_name), length(v_ending)) = v_ending then return v_name; end if;
  return v_name || v_ending;
end $$;
comment on function app.export_filename is
  'The name of the file of an export: what was asked for, or type and day, and the format''s ending';
