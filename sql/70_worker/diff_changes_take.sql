create or replace function worker.diff_changes_take(
  p_tenant text, p_id text, p_after integer, p_limit integer, p_chosen integer[])
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    select json_agg(json_build_object('n', c.n, 'section', c.section, 'kind', c.kind, 'type', c.type,
      'key', c.key, 'action', c.action, 'target_id', c.target_id, 'source_id', c.source_id,
      'basis', c.basis, 'wanted', case when c.section <> 'rows' then c.wanted end, 'bytes', pg_column_size(c.wanted), 'origin', c.origin, 'outcome', c.outcome) order by c.n)
    from (
      select * from app.diff_changes d
      where d.tenant_id = p_tenant and d.diff_id = p_id and d.n > p_after
        and (p_chosen is null or d.n = any (p_chosen))
      order by d.n limit p_limit) c);
end $$;
comment on function worker.diff_changes_take is
  'The next changes of a comparison that are to be applied; what rows are to be stays in the database, and bytes says how much of it that is, as it is stored';
