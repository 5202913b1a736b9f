create or replace function platform.diff_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_with text := args #>> '{with,tenant_id}';
  v_backup app.backups;
  v_sections jsonb := '["schema", "config", "rows"]';
  v_new app.diffs;
  v_done text;
begin
  if args->'with' ? 'backup_id' then
    select * into v_backup from app.backups b where b.id = args #>> '{with,backup_id}';
    if not found then perform app.not_found('backup', args #>> '{with,backup_id}'); end if;
    perform app.backup_whole_check(v_backup, false);
    if v_backup.type = 'schema' then
      v_sections := '["schema", "config"]';
      if args->'sections' ? 'rows' then
        perform app.invalid('sections', 'not_allowed', 'has rows, and a backup of type schema has none');
      end if;
    end if;
  elsif v_with = v_tenant.tenant_id then
    perform app.invalid('with.tenant_id', 'invalid_value', 'must be another tenant');
  else
    perform app.tenant_whole_check(v_with);
  end if;
  v_new.tenant_id := v_tenant.tenant_id;
  v_new.id := app.new_id('dif');
  v_new.with_tenant := coalesce(v_with, '');
  v_new.with_backup := v_backup.id;
  v_new.sections := array(select jsonb_array_elements_text(
    coalesce(args->'sections', v_sections)));
  if args ? 'types' then v_new.types := array(select jsonb_array_elements_text(args->'types')); end if;
  v_new.match := coalesce(args->'match', '{}');
  v_new.ignored := array(select jsonb_array_elements_text(args->'ignore'));
  v_new.status := 'pending';
  v_new.round := 0;
  v_new.done := 0;
  v_new.found := 0;
  v_new.summary := '{}';
  v_new.is_truncated := false;
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := clock_timestamp();
  insert into app.diffs (tenant_id, id, with_tenant, with_backup, sections, types, match, ignored, created_by, created_at)
  values (v_new.tenant_id, v_new.id, v_new.with_tenant, v_new.with_backup, v_new.sections, v_new.types, v_new.match, v_new.ignored,
    v_new.created_by, v_new.created_at);
  perform app.task_add(v_new.tenant_id,
    case when v_new.with_backup is null then 'tenant_diff' else 'tenant_diff_backup' end, v_new.id);
  v_done := app.journal_write(v_new.tenant_id, 'diff.created', 'diff', v_new.id, app.diff_json(v_new));
  return app.diff_json(v_new);
end $$;
comment on function platform.diff_create is 'Compare a tenant with another one, or with a backup';
