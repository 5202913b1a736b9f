create or replace function worker.diff_report(p_tenant text, p_id text, p_by text)
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    with outcomes as (
      select c.n, c.kind, coalesce(c.target_id, c.key) as id, c.outcome, case c.outcome->>'did' when 'restore' then 'create' else c.outcome->>'did' end as did
      from app.diff_changes c
      where c.tenant_id = p_tenant and c.diff_id = p_id and c.outcome->>'by' = p_by),
    counts as (
      select o.did, json_object_agg(o.kind, o.count order by o.kind) as kinds
      from (select did, kind, count(*) as count from outcomes group by did, kind) o group by o.did)
    select json_build_object(
      'created', coalesce((select kinds from counts where did = 'create'), '{}'),
      'updated', coalesce((select kinds from counts where did = 'update'), '{}'),
      'deleted', coalesce((select kinds from counts where did = 'delete'), '{}'),
      'unchanged', coalesce((select kinds from counts where did = 'unchanged'), '{}'),
      'conflicts', coalesce((
        select json_agg(json_build_object('kind', f.kind, 'id', f.id, 'change', f.n::text, 'reason', f.outcome->'reason',
          'fields', coalesce(f.outcome->'fields', '[]')) order by f.n)
        from (select * from outcomes where did is null order by n limit 1000) f), '[]'),
      'conflict_count', (select count(*) from outcomes where did is null),
      'remapped', json_build_array(), 'files', json_build_object('restored', 0, 'missing', 0),
      'left_out', coalesce((
        select json_agg(json_build_object('what', 'secrets', 'count', s.count, 'why', 'not copied'))
        from (select sum((outcome->>'secrets')::integer) as count from outcomes) s where s.count > 0), '[]')));
end $$;
comment on function worker.diff_report is 'The report of an application of changes (p_by), however often it was begun';
