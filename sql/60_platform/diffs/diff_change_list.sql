create or replace function platform.diff_change_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_diff app.diffs := app.diff_find(args->>'tenant_id', args->>'diff_id');
  v_most constant integer := 10000;
  v_limit integer := (args->>'limit')::integer;
  v_after integer := coalesce(app.diff_cursor(args->>'cursor'), 0);
  v_page app.diff_changes[];
  v_total bigint;
begin
  v_page := array(
    select row(c.*)::app.diff_changes from app.diff_changes c
    where c.tenant_id = v_diff.tenant_id and c.diff_id = v_diff.id and c.n > v_after
      and (not args ? 'section' or c.section = args->>'section')
      and (not args ? 'kind' or c.kind = args->>'kind')
    order by c.n limit v_limit + 1);
  v_total := case when not args ?| '{section,kind}' then v_diff.found else (
    select count(*) from (
      select 1 from app.diff_changes c
      where c.tenant_id = v_diff.tenant_id and c.diff_id = v_diff.id
        and (not args ? 'section' or c.section = args->>'section')
        and (not args ? 'kind' or c.kind = args->>'kind') limit v_most + 1) s) end;
  return json_build_object(
    'results', coalesce((
      select json_agg(app.diff_change_json(c) order by (c).n) from unnest(v_page[:v_limit]) c), '[]'),
    'next_cursor', case when cardinality(v_page) > v_limit then (v_page[v_limit]).n::text end,
    'total', case when args ?| '{section,kind}' then least(v_total, v_most) else v_total end,
    'total_relation', case when args ?| '{section,kind}' and v_total > v_most then 'gte' else 'eq' end);
end $$;
comment on function platform.diff_change_list is
  'List the changes that make a tenant equal to the other';
