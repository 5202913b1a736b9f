create or replace function app.installation_look()
returns json
language plpgsql stable as $$
declare v_shard text := (select h.status from app.shards h where h.id = 'main');
begin
  return (
    select json_build_object('self_serve', s.self_serve, 'read_only', s.read_only,
      'maintenance', case when (s.maintenance->>'until')::timestamptz <= clock_timestamp() then null
        else s.maintenance end,
      'shard', v_shard)
    from app.installation_settings s);
end $$;
comment on function app.installation_look is
  'The settings that a process keeps in memory: {self_serve, read_only, maintenance, shard}, the last being the status of the shard '
  'main. A maintenance whose time is past is left out';
