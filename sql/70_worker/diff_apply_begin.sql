create or replace function worker.diff_apply_begin(p_tenant text, p_id text, p_restore text, p_creates boolean)
returns json
language plpgsql volatile as $$
declare
  v_diff app.diffs;
  v_chosen integer[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  -- Its rows are being removed: none may come after them.
  if worker.tenant_is_deleted(p_tenant) then return null; end if;
  update app.diffs d set restore_id = p_restore where d.tenant_id = p_tenant and d.id = p_id
  returning * into v_diff;
  if not found then return null; end if;
  if p_creates then
    v_chosen := array(
      select c.n from app.diff_changes c
      where c.tenant_id = p_tenant and c.diff_id = p_id and c.action = 'create' order by c.n);
  end if;
  return json_build_object('ignored', v_diff.ignored, 'chosen', v_chosen,
    'total', coalesce(cardinality(v_chosen), v_diff.found));
end $$;
comment on function worker.diff_apply_begin is
  'Notes which restore applies the changes of a comparison, and answers {ignored, chosen, total}; p_creates: only those that create are '
  'chosen. Null when it has expired';
