create or replace function platform.platform_key_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.listed((
      select json_agg(s.key order by s.id desc)
      from (
        select k.id::text as id, app.platform_key_json(row(k.*)::app.platform_keys) as key
        from app.platform_keys k
        union all
        select '', app.platform_key_env_json()) s),
    (select count(*) + 1 from app.platform_keys));
end $$;
comment on function platform.platform_key_list is 'List the platform keys, newest first';
