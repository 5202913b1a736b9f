create or replace function worker.restore_plan(p_tenant text, p_id text, p_keeps boolean)
returns json
language plpgsql volatile as $$
declare
  v_diff app.diffs;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_diff from app.diffs d where d.tenant_id = p_tenant and d.id = p_id;
  return (
    with counts as (
      select c.action, c.kind, count(*) as count from app.diff_changes c
      where c.tenant_id = p_tenant and c.diff_id = p_id group by c.action, c.kind)
    select json_build_object('status', v_diff.status, 'error', v_diff.error, 'truncated', v_diff.is_truncated,
      'created', coalesce((select json_object_agg(kind, count order by kind) from counts where action = 'create'), '{}'),
      'updated', coalesce((select json_object_agg(kind, count order by kind) from counts where action = 'update'), '{}'),
      'deleted', coalesce((select json_object_agg(kind, count order by kind) from counts where action = 'delete'), '{}'),
      'conflicts', case when p_keeps then coalesce((
        select json_agg(json_build_object('kind', u.kind, 'id', coalesce(u.target_id, u.key), 'change', u.n::text, 'reason', 'differs', 'fields',
          (select coalesce(json_agg(f->>'path'), '[]') from jsonb_array_elements(u.fields) f)) order by u.n)
        from (
          select * from app.diff_changes c
          where c.tenant_id = p_tenant and c.diff_id = p_id and c.action = 'update' order by c.n limit 1000) u), '[]')
        else '[]' end));
end $$;
comment on function worker.restore_plan is
  'The changes that a comparison has found, counted by action and kind. p_keeps: those to records that exist are listed as conflicts';
