create or replace function app.invariant_save(
  p_tenant text, p_new app.invariants, p_old app.invariants default null)
returns app.invariants
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_has_begun boolean := p_old.id is null or p_new.rule <> p_old.rule or p_new.condition is distinct from p_old.condition
    or p_new.status <> p_old.status and p_old.status in ('draft', 'failed');
  v_now timestamptz;
  v_done text;
begin
  select * into v_type from app.object_types t where t.tenant_id = p_tenant and t.id = p_new.object_type_id;
  if v_has_begun then
    p_new.compiled := app.invariant_compile(v_type, p_new.condition, p_new.rule);
    p_new.type_ids := app.invariant_type_ids(v_type.id, p_new.compiled);
  end if;
  v_now := clock_timestamp();
  p_new.updated_at := v_now;
  if p_new.status = 'draft' then
    p_new.cursor := null;
  elsif v_has_begun then
    p_new := app.invariant_begin(p_new);
  end if;
  begin
    insert into app.invariants as i (tenant_id, id, object_type_id, name, condition, rule, message, status, compiled, type_ids, cursor,
      checked_at, violations, created_by, created_at, updated_at)
    values (p_tenant, p_new.id, p_new.object_type_id, p_new.name, p_new.condition, p_new.rule, p_new.message, p_new.status, p_new.compiled,
      p_new.type_ids, p_new.cursor, p_new.checked_at, p_new.violations, p_new.created_by, coalesce(p_new.created_at, v_now), v_now)
    on conflict (tenant_id, id) do update set name = excluded.name, condition = excluded.condition, rule = excluded.rule,
      message = excluded.message, status = excluded.status, compiled = excluded.compiled, type_ids = excluded.type_ids,
      cursor = excluded.cursor, checked_at = excluded.checked_at, violations = excluded.violations, updated_at = excluded.updated_at
    returning * into p_new;
  exception when unique_violation then
    perform app.taken('name', p_new.name, 'rule');
  end;
  perform app.invariants_refresh(p_tenant, p_new.type_ids || coalesce(p_old.type_ids, '{}') || p_new.object_type_id);
  v_done := app.journal_write(p_tenant, case when p_old.id is null then 'invariant.created' else 'invariant.updated' end, 'invariant',
    p_new.id, app.invariant_event(p_new), case when p_old.id is not null then app.invariant_event(p_old) end,
    p_object_type_id => p_new.object_type_id, p_pending => p_new.status = 'checking');
  return p_new;
end $$;
comment on function app.invariant_save is
  'A rule as it is to be from now on, with its journal row; the caller holds its types (app.invariant_own). Where it comes into force, the objects '
  'that there are have to keep it: 409 INVARIANT_VIOLATED. 409 ALREADY_EXISTS';
