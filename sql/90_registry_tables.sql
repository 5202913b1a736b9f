-- Rules of whole tables, from the registry (90_registry.sql): what expires, counts for a plan, may be a part of a plugin, and is found by a part of its text.
do $$
declare v_text text;
begin
  -- One tenant after the other; ids of what was made before have something lower behind their prefix.
  select string_agg(format(
    E'  v_before := v_now - interval %1$L;\n%2$s'
    '  for v_tenant in select worker.tenants_of(%3$L) loop\n'
    '    delete from %4$s r where r.tenant_id = v_tenant and %5$s%6$s;\n'
    '  end loop;\n',
    coalesce(t.rule #>> '{expires,after}', '0'),
    case when t.rule #>> '{expires,by}' = 'id'
      then format(E'  v_before_id := %L || right(app.event_id_from(v_before), 32);\n', (t.rule->>'ids') || '_') end,
    'app.' || t.table_name, 'app.' || quote_ident(t.table_name),
    case when t.rule #>> '{expires,by}' = 'id' then 'r.id < v_before_id'
      else format('r.%I < v_before', t.rule #>> '{expires,by}') end,
    ' and ' || app.registry_text(t.rule #> '{expires,only}')),
    '' order by t.depth desc, t.table_name collate "C") into v_text
  from app.registry_tables() t where t.rule ? 'expires';
  execute format($sql$
    create or replace function worker.expire()
    returns void language plpgsql volatile as $body$
declare
  v_now timestamptz := clock_timestamp();
  v_before timestamptz;
  v_before_id text;
  v_tenant text;
begin
%send $body$ $sql$, v_text);

  select string_agg(format(E'\n    when %L then (select count(*) from app.%I r where r.tenant_id = p_tenant)', t.rule->>'limit', t.table_name),
    '' order by t.table_name collate "C") into v_text
  from app.registry_tables() t where t.rule ? 'limit';
  execute format($sql$
    create or replace function app.plan_used(p_tenant text, p_limit text)
    returns bigint language plpgsql stable as $body$
begin
  return case p_limit
    when 'objects' then (
      select coalesce(sum(c.live), 0) from app.object_counts c where c.tenant_id = p_tenant)
    when 'storage_bytes' then app.storage_used(p_tenant)
    when 'api_calls' then app.api_calls_of_month(p_tenant, app.month_of(null))%s end;
end $body$ $sql$, v_text);

  select json_object_agg(t.table_name, t.rule->'kind' order by t.table_name collate "C")::text into v_text
  from app.registry_tables() t where t.rule ? 'kind';
  execute format($sql$
    create or replace function app.table_kinds()
    returns jsonb language sql immutable as $body$ select %L::jsonb $body$ $sql$, v_text);

  select string_agg(format(E'\n    when %L then exists (select 1 from app.%I r where r.tenant_id = p_tenant and r.id = p_id)',
      t.rule->>'plugin_part', t.table_name), '' order by t.table_name collate "C") into v_text
  from app.registry_tables() t where t.rule ? 'plugin_part';
  execute format($sql$
    create or replace function app.plugin_part_lives(p_tenant text, p_kind text, p_id text)
    returns boolean language plpgsql stable as $body$
begin
  return case p_kind%s end;
end $body$ $sql$, v_text);

  select string_agg(format(E'\n    when %L then %s', h.prefix, h.found), '' order by h.prefix collate "C") into v_text
  from (
    select t.rule->>'ids' as prefix, string_agg(format('exists (select 1 from app.%I r where r.tenant_id = p_tenant and r.id = p_id)',
      t.table_name), ' or ' order by t.table_name collate "C") as found
    from app.registry_tables() t
    where t.rule ? 'ids' and 2 = (
      select count(*) from pg_attribute a
      where a.attrelid = to_regclass('app.' || quote_ident(t.table_name)) and a.attname in ('tenant_id', 'id'))
    group by t.rule->>'ids') h;
  execute format($sql$
    create or replace function app.id_is_held(p_tenant text, p_id text)
    returns boolean language plpgsql stable as $body$
begin
  return case split_part(p_id, '_', 1)%s end;
end $body$ $sql$, v_text);

  select string_agg(format(E'\n  when %L then return array(\n      select r.id from app.%I r\n'
      '      where r.tenant_id = p_tenant collate "ucs_basic" and %s ilike v_part limit p_limit);',
      c.key, t.table_name, app.registry_text(c.value)), '' order by c.key collate "C") into v_text
  from app.registry_tables() t cross join jsonb_each(t.rule->'contains') c;
  execute format($sql$
    create or replace function app.ids_containing(p_tenant text, p_kind text, p_text text, p_limit integer)
    returns text[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off
    -- Nor all of another index, which would take it for a table.
    set enable_indexscan = off set enable_indexonlyscan = off as $body$
declare v_part text := app.like_part(p_text);
begin
  -- Past row-level security, under which LIKE cannot use an index: it only answers for the tenant
  -- of the caller, and only with ids.
  if p_tenant is distinct from current_setting('app.tenant_id') or (length(p_text) >= 3) is not true then
    return null;
  end if;
  case p_kind%s
  end case;
end $body$ $sql$, v_text);
end $$;
comment on function worker.expire is
  'For worker.housekeeping: removes what is kept for a time only, of every tenant, as the registry says for each table (expires). '
  'Generated by sql/90_registry_tables.sql';
comment on function app.table_kinds is
  'The kinds of records whose list in the API has as many as a table has rows {table: kind}. Generated by sql/90_registry_tables.sql';
comment on function app.plan_used is
  'How much of one of app.plan_limits a tenant uses, counted now. Generated by sql/90_registry_tables.sql';
comment on function app.plugin_part_lives is
  'Whether a part of a plugin is still there: it may have been deleted by itself. Generated by sql/90_registry_tables.sql';
comment on function app.id_is_held is
  'Whether a record of a tenant has an id; null for the prefix of none. Generated by sql/90_registry_tables.sql';
comment on function app.ids_containing is
  'The ids of up to p_limit records of a kind (contains in the registry) that hold a text, in no order; null for a text '
  'of less than three characters, which the index cannot find. Generated by sql/90_registry_tables.sql';
