create or replace function api.dead_letter_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_source text := args->>'source';
  v_statuses text[] := case when args ? 'status' then array[args->>'status']
    else '{dead,retrying}' end;
begin
  return (
    with found as materialized (
      select d.id from app.dead_letters d
      where d.tenant_id = tenant and d.status = any (v_statuses)
        and (v_source is null or d.source = v_source)
      order by d.id desc limit greatest(10001, v_offset + v_limit)),
    page as (
      select f.id from found f order by f.id desc limit v_limit offset v_offset)
    select app.listed_as('messages', (
        select json_agg(l.letter order by p.id desc)
        from page p cross join lateral (
          select app.dead_letter_json(d) as letter from app.dead_letters d
          where d.tenant_id = tenant and d.id = p.id offset 0) l),
      count(*))
    from found);
end $$;
comment on function api.dead_letter_list is 'List dead letters, newest first';
