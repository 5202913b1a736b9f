create or replace function app.restore_add(p_mode text, p_source text, p_fields jsonb, p_task text, p_tenant text default 'platform')
returns app.restores
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.restores;
begin
  v_new := jsonb_populate_record(v_new, p_fields);
  v_new.id := app.new_id('rst');
  v_new.mode := p_mode;
  v_new.source := p_source;
  v_new.status := 'pending';
  v_new.done := 0;
  v_new.unit := coalesce(v_new.unit, 'rows');
  v_new.attempts := 0;
  v_new.options := coalesce(v_new.options, '{}');
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := v_now;
  insert into app.restores values (v_new.*);
  perform app.task_add(p_tenant, p_task, v_new.id);
  if p_tenant = 'platform' then
    perform app.owner_journal('restore.created', v_new.id, app.restore_json(v_new));
  end if;
  return v_new;
end $$;
comment on function app.restore_add is
  'Makes the record of a restore {backup_id, source_tenant, target_tenant, total, unit, options}, and has the worker do it as its task '
  'p_task. Called under the word platform, or in p_tenant, the tenant that it is about, whose journal the caller writes';
