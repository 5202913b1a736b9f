create or replace function worker.reseal_end(p_id text, p_attempt integer, p_api text, p_worker text)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_row app.migrations;
  v_new app.migrations;
  v_without text;
  v_others text;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_row from app.migrations m where m.id = p_id for no key update;
  if not found or v_row.status <> 'running' or v_row.attempts <> p_attempt then return null; end if;
  lock table app.encryption_keys in share row exclusive mode;
  v_without := app.key_holders_without(v_row.fingerprint, true);
  if v_without is not null then
    return format('Not all processes seal with the key %s: %s. Restart them with it as ENCRYPTION_KEY, then retry.',
      v_row.fingerprint, v_without);
  end if;
  if shobj_description(to_regrole('insula_api')::oid, 'pg_authid') is distinct from 'ENCRYPTION_KEY ' || v_row.fingerprint then
    -- Roles belong to the server: those who log in to another database of it have not said which keys they have.
    v_others := (
      select string_agg(distinct a.datname, ', ') from pg_stat_activity a
      where a.usename in ('insula_api', 'insula_worker') and a.datname <> current_database());
    if v_others is not null then
      return format('Insula also runs on other databases of this server, with the same logins: %s. Stop it there, retry, and start '
        'it there with the key %s.', v_others, v_row.fingerprint);
    end if;
    perform logins.rotate('ENCRYPTION_KEY ' || v_row.fingerprint, p_api, p_worker);
  end if;
  delete from app.encryption_keys k where k.fingerprint <> v_row.fingerprint;
  update app.encryption_keys k set other_secrets = 0 where k.fingerprint = v_row.fingerprint;
  update app.migrations m set status = 'completed', total = m.done, finished_at = v_now
  where m.id = p_id returning * into v_new;
  perform app.owner_journal('migration.completed', p_id, app.migration_json(v_new), app.migration_json(v_row));
  return '';
end $$;
comment on function worker.reseal_end is
  'Ends a reseal that has found nothing more: the database logins get the passwords of its key, by their SCRAM verifiers, and the other '
  'keys are in force no more. Answers an empty text, or why that cannot be; null when it is no longer the caller''s to end';
