create or replace function platform.feature_flag_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_keys text[] := array(
    select f.key from app.feature_flags f
    order by f.created_at desc, f.key limit greatest(10001, v_end));
  v_page text[] := v_keys[(args->>'offset')::integer + 1 : v_end];
  v_overrides jsonb := auth.flag_overrides(v_page);
begin
  return app.listed_as('flags', (
      select json_agg(app.flag_json(row(f.*)::app.feature_flags, v_overrides)
        order by f.created_at desc, f.key)
      from app.feature_flags f where f.key = any (v_page)),
    cardinality(v_keys));
end $$;
comment on function platform.feature_flag_list is 'List feature flags, newest first';
