create or replace function worker.invariant_check(p_tenant text, p_invariant_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_invariant app.invariants;
  v_before app.invariants;
  v_page constant integer := 1000;
  v_ids text[];
  v_keys jsonb;
  v_last text;
  v_part record;
  v_total bigint;
  v_objects jsonb;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker","scopes":["*"]}');
  -- Types before the rule, as everywhere.
  perform from app.object_types t
  where t.tenant_id = p_tenant and t.id in (
    select unnest(i.type_ids || i.object_type_id) from app.invariants i where i.tenant_id = p_tenant and i.id = p_invariant_id)
  order by t.id for key share;
  select * into v_invariant from app.invariants i
  where i.tenant_id = p_tenant and i.id = p_invariant_id and i.status = 'checking' for update;
  if not found then return true; end if;
  v_before := v_invariant;
  v_ids := app.invariant_page(v_invariant, coalesce(v_invariant.cursor, ''), v_page);
  v_last := v_ids[v_page];
  v_keys := app.invariant_keys(v_invariant, jsonb_build_object(v_invariant.object_type_id, v_ids), '{}');
  -- As writers do, so that none of them stands between two parts of what is compared.
  v_done := app.invariants_lock(p_tenant, app.invariant_slots(v_invariant, to_jsonb(v_ids), v_keys));
  v_part := app.invariant_check(v_invariant, v_ids, v_keys, 20);
  v_total := coalesce((v_invariant.violations->>'total')::bigint, 0) + v_part.total;
  v_objects := coalesce(v_invariant.violations->'objects', '[]')
    || (app.invariant_violations(v_invariant.object_type_id, v_part.total, v_part.violations)->'objects');
  v_now := clock_timestamp();
  v_invariant.violations := jsonb_build_object('total', v_total, 'objects', array(
    select o from jsonb_array_elements(v_objects) with ordinality t(o, n) where n <= 20 order by n));
  v_invariant.cursor := v_last;
  if v_last is null then
    v_invariant.status := case when v_total > 0 then 'failed' else 'active' end;
    v_invariant.checked_at := v_now;
    v_invariant.updated_at := v_now;
  end if;
  update app.invariants i set violations = v_invariant.violations, cursor = v_invariant.cursor, status = v_invariant.status,
    checked_at = v_invariant.checked_at, updated_at = v_invariant.updated_at
  where i.tenant_id = p_tenant and i.id = p_invariant_id;
  if v_last is not null then return false; end if;
  perform app.invariants_refresh(p_tenant, v_invariant.type_ids || v_invariant.object_type_id);
  v_done := app.journal_write(p_tenant, case v_invariant.status when 'failed' then 'invariant.failed' else 'invariant.updated' end,
    'invariant', v_invariant.id, app.invariant_event(v_invariant), app.invariant_event(v_before),
    p_object_type_id => v_invariant.object_type_id);
  return true;
end $$;
comment on function worker.invariant_check is
  'Checks the next 1,000 objects against a rule that is coming into force; true when there is no more to do. Then it is active, or failed, '
  'and not enforced, where objects break it. Repeat it until then: safe after a crash';
