create or replace function worker.diff_add(
  p_tenant text, p_id text, p_round integer, p_done integer, p_changes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 100000;
  v_diff app.diffs;
  v_changes jsonb[];
  v_counts jsonb;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_diff from app.diffs d where d.tenant_id = p_tenant and d.id = p_id for no key update;
  if not found or v_diff.status <> 'running' or v_diff.round <> p_round then return null; end if;
  v_changes := array(
    select c || jsonb_build_object('fields', f)
    from jsonb_array_elements(p_changes) with ordinality t(c, n)
    cross join lateral app.diff_fields(
      coalesce(nullif(c->'before', 'null'), '{}'), coalesce(nullif(c->'after', 'null'), '{}')) f
    where c->>'action' <> 'update' or f <> '[]' order by n);
  if v_diff.found + cardinality(v_changes) > v_most then
    v_changes := v_changes[:v_most - v_diff.found];
    v_diff.is_truncated := true;
  end if;
  insert into app.diff_changes
    (tenant_id, diff_id, n, section, kind, type, key, action, fields, target_id, source_id, basis, wanted, origin)
  select p_tenant, p_id, v_diff.found + n, c->>'section', c->>'kind', c->>'type', c->>'key', c->>'action',
    c->'fields', c->>'target_id', c->>'source_id', c->>'basis', nullif(c->'wanted', 'null'), nullif(c->'origin', 'null')
  from unnest(v_changes) with ordinality t(c, n);
  v_counts := (
    select json_object_agg(section, actions)::jsonb from (
      select section, json_object_agg(action, count) as actions from (
        select c->>'section' as section, action,
          count(*) filter (where c->>'action' = action)
            + coalesce((v_diff.summary #>> array[c->>'section', action])::bigint, 0) as count
        from unnest(v_changes) c
        cross join unnest(array['create', 'update', 'delete']) action group by 1, 2) s
      group by section) t);
  v_diff.summary := v_diff.summary || coalesce(v_counts, '{}');
  v_diff.found := v_diff.found + cardinality(v_changes);
  update app.diffs d set found = v_diff.found, done = d.done + p_done, summary = v_diff.summary,
    is_truncated = v_diff.is_truncated
  where d.tenant_id = p_tenant and d.id = p_id;
  return json_build_object('truncated', v_diff.is_truncated);
end $$;
comment on function worker.diff_add is
  'Adds changes that a round of a comparison has found: {section, kind, type, key, action, before, after, target_id, source_id, '
  'basis, wanted, origin}; updates that change nothing are left out. p_done: how many records it has looked at since. Null once the round has ended';
