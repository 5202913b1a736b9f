/** A mistake of each rule, as a declaration and statements of PL/pgSQL, and how the same is done. */
export interface Example {
  rule: string;
  bad: string;
  good: string;
}

const inPlpgsql = (declared: string, statements: string) =>
  `create function app.example(p_tenant text, p_id text, p_texts text[], p_objects app.objects[])
   returns integer language plpgsql as $$ declare v_count integer; ${declared} begin ${statements} end $$`;

const inSql = (language: string, body: string) =>
  `create function app.example(p_tenant text) returns setof app.views stable language ${language} as $$ ${body} $$`;

const updating = (what: string) =>
  `update app.views v set ${what} where v.tenant_id = p_tenant and v.id = p_id;`;

const counting = (set: string) =>
  `insert into app.auth_counters as c (tenant_id, name, count, started_at) values (p_tenant, p_id, 1, v_now)
   on conflict (tenant_id, name) do update set ${set};`;

const tagging = `insert into app.file_taggings (tenant_id, file_id, tag_id)
  select p_tenant, p_id, t from unnest(p_texts) t on conflict do nothing`;

const now = 'v_now timestamptz := clock_timestamp();';

export const examples: Example[] = [
  {
    rule: 'volatileInModification',
    bad: inPlpgsql('', updating('updated_at = clock_timestamp()')),
    good: inPlpgsql(now, updating('updated_at = v_now')),
  },
  {
    rule: 'volatileInModification',
    bad: inPlpgsql(
      '',
      'delete from app.views v where v.tenant_id = p_tenant and v.id = app.new_id(p_id);',
    ),
    good: inPlpgsql(
      '',
      'delete from app.views v where v.tenant_id = p_tenant and v.id = lower(p_id);',
    ),
  },
  {
    rule: 'mutableInCase',
    bad: inPlpgsql(
      now,
      updating(`updated_at = case when v.is_default then v_now + interval '1 day' end`),
    ),
    good: inPlpgsql(now, updating('updated_at = case when v.is_default then v_now end')),
  },
  {
    rule: 'mutableInCase',
    bad: inPlpgsql('', updating('updated_at = coalesce(p_id::timestamptz, v.updated_at)')),
    good: inPlpgsql(now, updating('updated_at = coalesce(v_now, v.updated_at)')),
  },
  {
    rule: 'simpleCaseInWrite',
    bad: inPlpgsql('', updating("name = case v.name when p_id then 'x' else v.name end")),
    good: inPlpgsql('', updating("name = case when v.name = p_id then 'x' else v.name end")),
  },
  {
    rule: 'simpleCaseInWrite',
    bad: inPlpgsql('', `${tagging} returning case tag_id when p_id then 1 end into v_count;`),
    good: inPlpgsql('', `${tagging} returning case when tag_id = p_id then 1 end into v_count;`),
  },
  {
    rule: 'simpleCaseInWrite',
    bad: inPlpgsql(
      '',
      `insert into app.file_tags (tenant_id, id, name) values (p_tenant, p_id, case p_id when 'a' then 'b' end);`,
    ),
    good: inPlpgsql(
      '',
      `insert into app.file_tags (tenant_id, id, name) values (p_tenant, p_id, case when p_id = 'a' then 'b' end);`,
    ),
  },
  {
    rule: 'stableOfColumns',
    bad: inPlpgsql('', updating('is_default = app.cascades_to(p_tenant, v.object_type_id)')),
    good: inPlpgsql('', updating('is_default = app.cascades_to(p_tenant, p_id)')),
  },
  {
    rule: 'mutableOnConflict',
    bad: inPlpgsql(now, counting(`started_at = c.started_at + interval '1 hour'`)),
    good: inPlpgsql(now, counting('started_at = greatest(c.started_at, v_now)')),
  },
  {
    rule: 'mutableInReturning',
    bad: inPlpgsql(
      '',
      `delete from app.views v where v.tenant_id = p_tenant returning v.created_at - interval '1 day' into v_count;`,
    ),
    good: inPlpgsql(
      '',
      'delete from app.views v where v.tenant_id = p_tenant returning v.created_at into v_count;',
    ),
  },
  {
    rule: 'subscriptInSet',
    bad: inPlpgsql('', updating('name = p_texts[1]')),
    good: inPlpgsql('', updating('name = coalesce(p_texts[1], v.name)')),
  },
  {
    rule: 'subSelectInValues',
    bad: inPlpgsql(
      '',
      'insert into app.api_keys (tenant_id, scopes) values (p_tenant, array(select t from unnest(p_texts) t));',
    ),
    good: inPlpgsql('', 'insert into app.api_keys (tenant_id, scopes) values (p_tenant, p_texts);'),
  },
  {
    rule: 'wholeRow',
    bad: inPlpgsql(
      '',
      'return (select count(*) from app.objects o where app.object_json(o) is not null);',
    ),
    good: inPlpgsql(
      '',
      'return (select count(*) from app.objects o where app.object_json(row(o.*)::app.objects) is not null);',
    ),
  },
  {
    rule: 'wholeRow',
    bad: inPlpgsql(
      '',
      'p_objects := array(select o from app.objects o where o.tenant_id = p_tenant);',
    ),
    good: inPlpgsql('', 'p_objects := array(select o from unnest(p_objects) o);'),
  },
  {
    rule: 'inlinedSet',
    bad: inSql('sql', 'select v.* from app.views v where v.tenant_id = p_tenant'),
    good: inSql(
      'plpgsql',
      'begin return query select v.* from app.views v where v.tenant_id = p_tenant; end',
    ),
  },
  {
    rule: 'countAfterInsert',
    bad: inPlpgsql('', `${tagging}; get diagnostics v_count = row_count;`),
    good: inPlpgsql(
      '',
      `with t as (${tagging} returning tag_id) select count(*) into v_count from t;`,
    ),
  },
  {
    rule: 'countAfterInsert',
    bad: inPlpgsql('', `${tagging}; if not found then return 0; end if;`),
    good: inPlpgsql('', `${tagging}; if v_count = 0 then return 0; end if;`),
  },
  {
    rule: 'countAfterInsert',
    bad: inPlpgsql('', `${tagging} returning 1 into v_count;`),
    good: inPlpgsql(
      '',
      `insert into app.file_taggings (tenant_id) values (p_tenant) on conflict do nothing returning 1 into v_count;`,
    ),
  },
  {
    rule: 'inlinedCall',
    bad: `create function gateway.example(tenant text) returns json language sql as $$
      select app.auth_config(tenant)::json $$`,
    good: `create function gateway.example(tenant text) returns json language plpgsql as $$ begin
      return app.auth_config(tenant); end $$`,
  },
  {
    rule: 'unknownTenant',
    bad: `create function app.example(p_tenant text) returns text stable language sql as $$
      select t.name from app.tenants t join app.tenant_settings s on s.tenant_id = t.tenant_id
      where t.tenant_id = p_tenant $$`,
    good: `create function app.example(p_tenant text) returns text stable language sql as $$
      select coalesce((select t.name from app.tenants t where t.tenant_id = p_tenant),
        (select v.name from app.views v where v.tenant_id = p_tenant and v.is_default limit 1)) $$`,
  },
  {
    rule: 'selectNothing',
    bad: inPlpgsql('', 'return exists (select from app.views v where v.tenant_id = p_tenant);'),
    good: inPlpgsql('', 'return exists (select 1 from app.views v where v.tenant_id = p_tenant);'),
  },
  {
    rule: 'recordAsColumn',
    bad: inPlpgsql(
      '',
      `return (select count(k.made) from (select app.key_create(p_tenant, '{}') as made) k);`,
    ),
    good: inPlpgsql('', `return (select count(k.token) from app.key_create(p_tenant, '{}') k);`),
  },
  {
    rule: 'lockInLateral',
    bad: inPlpgsql(
      '',
      `perform from unnest(p_texts) i(id) cross join lateral (
      select 1 from app.views v where v.tenant_id = p_tenant and v.id = i.id for update) v;`,
    ),
    good: inPlpgsql(
      '',
      `perform from app.views v
      where v.tenant_id = p_tenant and v.id = any (p_texts) order by v.id for update;`,
    ),
  },
  {
    rule: 'lockWithoutTenant',
    bad: inPlpgsql(
      '',
      `perform from unnest(p_texts) t(tenant_id)
      join app.views v on v.tenant_id = t.tenant_id for update of v;`,
    ),
    good: inPlpgsql('', 'perform from app.views v where v.tenant_id = p_tenant for update;'),
  },
  {
    rule: 'directoryWrite',
    bad: inPlpgsql('', 'delete from app.tenant_hosts h where h.tenant_id = p_tenant;'),
    good: inPlpgsql('', 'delete from app.tenant_hosts h where h.tenant_id = p_tenant;').replace(
      'language plpgsql',
      'language plpgsql security definer',
    ),
  },
  {
    rule: 'unnestIntoDirectory',
    bad: inPlpgsql('', 'insert into app.workers (worker_id) select i from unnest(p_texts) i;'),
    good: inPlpgsql('', 'insert into app.workers (worker_id) values (p_id);'),
  },
  {
    rule: 'planSettings',
    bad: inPlpgsql('', `perform set_config('plan_cache_mode', 'force_generic_plan', true);`),
    good: inPlpgsql('', `perform set_config('app.tenant_id', p_tenant, true);`),
  },
];
