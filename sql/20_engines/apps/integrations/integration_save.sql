create or replace function app.integration_save(p_old app.integrations, p_new app.integrations, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.integrations := p_new;
  v_before json := case when p_old.id is not null then app.integration_json(p_old) end;
  v_done text;
begin
  v_new.updated_at := v_now;
  -- Not who has changed its name or when it runs: it does not do that in their name.
  if args->'made' ? 'config' then
    v_new.actor := app.author();
    v_new.authors := app.authors_set(v_new.authors, 'config', args->'made'->'kept' = '[]');
    if (args->'made'->'secrets') - array['secret', 'previous'] <> '{}' then
      v_new.authors := app.authors_set(v_new.authors, 'secrets', args->'made'->'kept' = '[]');
    end if;
  end if;
  if p_old.id is null or args ?| array['object_type_id', 'mapping', 'match_on', 'conflict', 'sync_direction'] then
    v_new.actor := app.author();
    v_new.authors := app.authors_set(v_new.authors, 'mapping');
  end if;
  if v_new.secrets - array['secret', 'previous'] <> '{}' then
    -- Before secrets had authors of their own, those of the config had set them.
    perform app.secret_use_check(v_new.tenant_id,
      coalesce(v_new.authors->'secrets', p_old.authors->'config', v_new.authors->'config'),
      coalesce(v_new.authors->'config', '[]') || coalesce(v_new.authors->'mapping', '[]'),
      'config_json', 'config_json with its secrets, object_type_id and mapping');
  end if;
  insert into app.integrations (tenant_id, id, name, provider, object_type_id, config_json, secrets, mapping, match_on,
    conflict, modified_from, sync_direction, schedule, status, cursor, failures, error, last_sync_at, actor, authors,
    created_by, created_at, updated_at)
  values (v_new.tenant_id, v_new.id, v_new.name, v_new.provider, v_new.object_type_id, v_new.config_json, v_new.secrets,
    v_new.mapping, v_new.match_on, v_new.conflict, v_new.modified_from, v_new.sync_direction, v_new.schedule, v_new.status,
    v_new.cursor, v_new.failures, v_new.error, v_new.last_sync_at, v_new.actor, v_new.authors, v_new.created_by,
    v_new.created_at, v_new.updated_at)
  on conflict (tenant_id, id) do update set name = excluded.name, object_type_id = excluded.object_type_id,
    config_json = excluded.config_json, secrets = excluded.secrets, mapping = excluded.mapping,
    match_on = excluded.match_on, conflict = excluded.conflict, modified_from = excluded.modified_from,
    sync_direction = excluded.sync_direction, schedule = excluded.schedule, status = excluded.status,
    cursor = excluded.cursor, failures = excluded.failures, error = excluded.error, actor = excluded.actor,
    authors = excluded.authors, updated_at = excluded.updated_at;
  if v_new.schedule is null then
    perform app.schedule_remove(v_new.tenant_id, 'integration', v_new.id);
  else
    perform app.schedule_change(v_new.tenant_id, 'integration', v_new.id, v_new.status = 'active', args #> '{made,plan}');
  end if;
  v_done := app.journal_write(v_new.tenant_id,
    case when p_old.id is null then 'integration.created' else 'integration.updated' end, 'integration', v_new.id,
    app.integration_json(v_new), v_before);
  return app.integration_json(v_new);
end $$;
comment on function app.integration_save is
  'Stores an integration that is new (p_old is null) or changed, with its schedule and its row of the journal. Who sets what it does '
  'becomes its author';
