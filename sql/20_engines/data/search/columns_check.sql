create or replace function app.columns_check(
  p_type app.object_types, p_names text[], p_path text)
returns void
language plpgsql immutable as $$
declare v_unknown text := (
  select n from unnest(p_names) n
  where not p_type.definition ? n
    and not n in ('id', 'created_at', 'updated_at', 'created_by', 'version') limit 1);
begin
  if v_unknown is null then return; end if;
  perform app.fail(400, 'UNKNOWN_PROPERTY', format(
    '%s[%s] names %s, which %s does not define%s', p_path,
    array_position(p_names, v_unknown) - 1, left(v_unknown, 100), p_type.name,
    coalesce(nullif(app.nearest_hint(v_unknown, p_type.names || app.system_names()), ''), '.')),
    null, p_path);
end $$;
comment on function app.columns_check is
  '400 UNKNOWN_PROPERTY when a list of columns names what the type does not define';
