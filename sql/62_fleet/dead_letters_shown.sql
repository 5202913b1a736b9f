create or replace function auth.dead_letters_shown(args jsonb)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant integer := 10000;
  v_tenant text := args->>'tenant_id';
  v_source text := args->>'source';
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_statuses text[] := case when args ? 'status' then array[args->>'status'] else '{dead,retrying}' end;
  v_places text[];
  v_page text[];
begin
  -- Along an index either way. Of all tenants the newest ones are looked at, whatever the filters leave of them. A tenant
  -- that was made from a snapshot of another has letters of the same ids.
  if v_tenant is null then
    v_places := array(
      select n.tenant_id || ' ' || n.id from (
        select d.tenant_id, d.id, d.status, d.source from app.dead_letters d
        order by d.id desc limit greatest(v_most + 1, v_end)) n
      where n.status = any (v_statuses) and (v_source is null or n.source = v_source)
      order by n.id desc, n.tenant_id desc);
  else
    v_places := array(
      select n.tenant_id || ' ' || n.id from (
        select d.tenant_id, d.id, d.status, d.source from app.dead_letters d
        where d.tenant_id = v_tenant order by d.id desc limit greatest(v_most + 1, v_end)) n
      where n.status = any (v_statuses) and (v_source is null or n.source = v_source)
      order by n.id desc);
  end if;
  v_page := v_places[(args->>'offset')::integer + 1 : v_end];
  return app.listed_as('messages', (
      select json_agg(json_build_object('tenant_id', d.tenant_id, 'id', d.id, 'source', d.source,
        'source_id', d.source_id, 'record_id', d.record_id, 'task', d.task, 'error', d.error,
        'attempts', d.attempts, 'max_attempts', d.max_attempts, 'status', d.status,
        'first_failed_at', d.first_failed_at, 'last_failed_at', d.last_failed_at,
        'created_at', d.created_at) order by p.n)
      from unnest(v_page) with ordinality p(place, n)
      join app.dead_letters d on d.tenant_id = split_part(p.place, ' ', 1)
        and d.id = substr(p.place, strpos(p.place, ' ') + 1)),
    cardinality(v_places));
end $$;
comment on function auth.dead_letters_shown is
  'Dead letters of all tenants {tenant_id, source, status, limit, offset}, the newest first, without what they were about: '
  'those among the newest 10,000. As their owner: row-level security shows what is in one tenant at a time';
