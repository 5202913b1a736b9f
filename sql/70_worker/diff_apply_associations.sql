create or replace function worker.diff_apply_associations(
  p_tenant text, p_id text, p_ns integer[], p_on_conflict text, p_meta jsonb, p_is_dry boolean)
returns json
language plpgsql volatile as $$
declare
  v_change app.diff_changes;
  v_meta jsonb;
  v_own text;
  v_does text;
  v_back text[];
  v_is_back boolean;
  v_outcomes jsonb := '[]';
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, app.operator_principal(p_meta));
  -- Objects that this application has brought back bring their associations along.
  v_back := array(
    select o.source_id from app.diff_changes o
    where o.tenant_id = p_tenant and o.diff_id = p_id and o.kind = 'objects'
      and o.outcome @> jsonb_build_object('did', 'restore', 'by', p_meta->'restore_id'));
  for v_change in
    select * from app.diff_changes c
    where c.tenant_id = p_tenant and c.diff_id = p_id and c.n = any (p_ns) order by c.n
  loop
    if v_change.outcome ? 'did' and v_change.outcome->>'by' = p_meta->>'restore_id' then
      v_outcomes := v_outcomes || (v_change.outcome || jsonb_build_object('n', v_change.n));
      continue;
    end if;
    v_meta := app.association_meta(p_tenant, v_change.wanted);
    v_is_back := v_change.action = 'create' and v_meta is not null
      and (v_change.wanted->>'from_id' = any (v_back) or v_change.wanted->>'to_id' = any (v_back));
    v_does := case
      when v_change.action = 'delete' and v_meta is null then 'unchanged'
      when v_change.action <> 'delete' and v_meta = v_change.wanted->'meta'
        then case when v_is_back then 'restore' else 'unchanged' end
      when v_is_back then 'update'
      when v_meta is not null and p_on_conflict <> 'overwrite'
        and md5(v_meta::text) is distinct from v_change.basis then 'stale'
      when v_change.action = 'delete' then 'delete'
      when v_meta is null then 'create'
      else 'update' end;
    v_outcomes := v_outcomes || jsonb_build_array(
      jsonb_build_object('n', v_change.n, 'by', p_meta->'restore_id')
      || case when v_does = 'stale' then '{"reason": "stale"}' else jsonb_build_object('did', v_does) end);
    continue when p_is_dry;
    if v_does = 'delete' then
      v_done := app.association_remove(p_tenant, v_change.wanted);
    elsif v_does in ('create', 'update') then
      -- With the id that it has in the other tenant, if that is free.
      v_own := (select v_change.source_id where not exists (
        select 1 from app.associations a where a.tenant_id = p_tenant and a.id = v_change.source_id));
      v_done := app.association_put(p_tenant, v_change.wanted, v_own)::text;
    end if;
  end loop;
  v_done := app.invariants_settle(p_tenant);
  if not p_is_dry then perform worker.diff_done(p_tenant, p_id, v_outcomes); end if;
  return v_outcomes;
end $$;
comment on function worker.diff_apply_associations is
  'Applies changes to associations, all or none, as worker.diff_apply_objects';
