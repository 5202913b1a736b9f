create or replace function app.files_find(
  p_tenant text, p_where text, p_sort text, p_is_descending boolean, p_after jsonb,
  p_limit integer)
returns app.files[]
language plpgsql stable as $$
declare
  v_direction text := case when p_is_descending then 'desc' else 'asc' end;
  v_files app.files[];
begin
  if p_after is not null then
    p_where := format('%s and (f.%I, f.id) %s (%L, %L)', p_where, p_sort,
      case when p_is_descending then '<' else '>' end, p_after->>0, p_after->>1);
  end if;
  execute format(
    'select array(select f from app.files f where %s order by f.%I %s, f.id %s limit $2)',
    p_where, p_sort, v_direction, v_direction) into v_files using p_tenant, p_limit;
  return v_files;
end $$;
comment on function app.files_find is
  'Files that meet a condition (of app.files_where), in the order of a column and, where that is '
  'the same, of their ids; p_after is where the page before ended (app.files_page)';
