create or replace function api.dead_letter_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_source text := args->>'source';
  v_statuses text[] := case when args ? 'status' then array[args->>'status']
    else '{dead,retrying}' end;
  v_count integer := greatest(10001, v_offset + v_limit);
  v_ids text[];
  v_page text[];
begin
  -- Each state is a walk of its own along the index.
  if v_source is null then
    v_ids := array(
      select l.id from unnest(v_statuses) s(status) cross join lateral (
        select d.id from app.dead_letters d
        where d.tenant_id = tenant and d.status = s.status
        order by d.id desc limit v_count) l
      order by l.id desc limit v_count);
  else
    v_ids := array(
      select l.id from unnest(v_statuses) s(status) cross join lateral (
        select d.id from app.dead_letters d
        where d.tenant_id = tenant and d.source = v_source and d.status = s.status
        order by d.id desc limit v_count) l
      order by l.id desc limit v_count);
  end if;
  v_page := v_ids[v_offset + 1 : v_offset + v_limit];
  return app.listed_as('messages', (
      select json_agg(app.dead_letter_shown(row(d.*)::app.dead_letters) order by d.id desc)
      from app.dead_letters d
      where d.tenant_id = tenant and d.id = any (v_page)),
    cardinality(v_ids));
end $$;
comment on function api.dead_letter_list is 'List dead letters, newest first';
