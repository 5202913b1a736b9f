create or replace function worker.bases_note(p_destination text, p_bases jsonb)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_done text;
  -- Locked, so that of two processes one notes a base.
  v_settings app.installation_settings;
  v_base jsonb;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  v_settings := app.installation_lock();
  for v_base in select b from jsonb_array_elements(p_bases) b loop
    continue when exists (
      select 1 from app.backups b where b.type = 'full' and b.options->>'base' = v_base->>'id');
    perform app.backup_add(null, 'full', case v_base->>'reason' when 'command' then 'api' else 'schedule' end,
      jsonb_build_object('status', 'completed', 'done', v_base->'bytes', 'total', v_base->'bytes', 'unit', 'bytes',
        'size_bytes', v_base->'bytes', 'checksum', v_base->'checksum', 'snapshot_at', v_base->'finished_at',
        'lock', case when v_base @> '{"encrypted": true}' then 'recipient' end,
        'options', jsonb_build_object('destination', p_destination, 'base', v_base->'id', 'chain', v_base->'chain')), null, 'system');
  end loop;
end $$;
comment on function worker.bases_note is
  'Adds records of base backups that a schedule or a command has made [{id, chain, reason, bytes, checksum, finished_at, encrypted}], where they are missing';
