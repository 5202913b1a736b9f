create or replace function app.backup_add(
  p_tenant text, p_type text, p_source text, p_fields jsonb, p_expires_in_days integer,
  p_created_by text)
returns app.backups
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.backups;
begin
  v_new := jsonb_populate_record(v_new, p_fields);
  v_new.id := coalesce(v_new.id::text, app.new_id('bak'));
  v_new.about_tenant := p_tenant;
  v_new.type := p_type;
  v_new.source := p_source;
  v_new.status := coalesce(v_new.status, 'pending');
  v_new.done := coalesce(v_new.done, 0);
  v_new.unit := coalesce(v_new.unit, 'rows');
  v_new.attempts := 0;
  v_new.options := coalesce(v_new.options, '{}');
  v_new.expires_at := coalesce(v_now + make_interval(days => p_expires_in_days), 'infinity');
  v_new.created_by := p_created_by;
  v_new.created_at := v_now;
  if v_new.status = 'completed' then
    v_new.started_at := v_now;
    v_new.finished_at := v_now;
  end if;
  insert into app.backups values (v_new.*);
  if v_new.status = 'pending' then perform app.task_add('platform', 'backup', v_new.id); end if;
  return v_new;
end $$;
comment on function app.backup_add is
  'Makes the record of a backup {label, options, lock, schedule_id}, and has the worker make its bytes; or one whose bytes are '
  'there already {id, status, ...}. Called under the word platform';
