--! Previous: sha1:3dcb8f3f11eb27908c345cb5f0646f43c029384f
--! Hash: sha1:9a7a50db7feca1c948af150dcac625a8dea27658
--! Message: short urls

-- The compiled policies of types hold what an index can do for them; a range may leave out two places now.
update app.object_types t set policies = regexp_replace(
    regexp_replace(t.policies::text, '"except": (\["([^"\\]|\\.)*", [^\]]*\])', '"except": [\1]', 'g'),
    '"except": null', '"except": []', 'g')::jsonb
where t.policies::text like '%"except": %' and t.policies::text not like '%"except": []%'
  and t.policies::text not like '%"except": [[%';

-- A kind of work is what a group's manifest has a lane for.
alter table app.work drop constraint work_kind_check,
  add constraint work_kind_check check (kind ~ '^[a-z_]{1,50}$');

------------------------------------------------------------------------------------------------
-- Addresses that lead to a tenant
------------------------------------------------------------------------------------------------

create table app.tenant_addresses (
  address text collate "C" primary key check (length(address) between 1 and 400),
  tenant_id app.id not null
);
create index tenant_addresses_tenant on app.tenant_addresses (tenant_id);
comment on table app.tenant_addresses is
  'Directory: path under a host to tenant, for visitors who name none. Global, never referenced. '
  'What a tenant has given up stays its own, so that no old link leads to somebody else';
comment on column app.tenant_addresses.address is
  'The verified domain of the tenant, or nothing for the host of BASE_URL, and the path: '
  'go.example.com/s/sale, /s/sale';

------------------------------------------------------------------------------------------------
-- Short URLs
------------------------------------------------------------------------------------------------

create table app.short_urls (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  domain text collate "C" not null default '' check (length(domain) <= 253),
  slug text collate "C" not null check (slug ~ '^[A-Za-z0-9_-]{1,100}$'),
  url text check (length(url) between 1 and 4000),
  file_id app.id,
  title text check (length(title) <= 500),
  utm jsonb not null default '{}',
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  metadata jsonb not null default '{}',
  password_hash text,
  is_enabled boolean not null default true,
  expires_at timestamptz,
  expired_url text check (length(expired_url) between 1 and 4000),
  max_clicks bigint check (max_clicks between 1 and 1000000000),
  clicks bigint not null default 0 check (clicks >= 0),
  last_clicked_at timestamptz,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint short_urls_address unique (tenant_id, domain, slug),
  constraint short_urls_lead_to_one_thing check ((url is null) <> (file_id is null))
);
create index short_urls_external on app.short_urls (tenant_id, external_id, id)
  where external_id is not null;
comment on table app.short_urls is 'Short addresses, and what they lead to';
comment on column app.short_urls.domain is
  'A verified domain of the tenant; empty for the host of BASE_URL';
comment on column app.short_urls.password_hash is 'argon2id, made by the API process';
comment on column app.short_urls.clicks is
  'Those that were rolled up, and all of them while there is a max_clicks: app.short_url_clicks '
  'holds the rest';

create table app.short_url_tags (
  tenant_id app.id not null,
  tag text collate "C" not null check (length(tag) between 1 and 100),
  short_url_id app.id not null,
  primary key (tenant_id, tag, short_url_id),
  foreign key (tenant_id, short_url_id) references app.short_urls on delete cascade
);
create index short_url_tags_of on app.short_url_tags (tenant_id, short_url_id);
comment on table app.short_url_tags is 'The tags of short URLs again, to find them by';

create table app.short_url_clicks (
  tenant_id app.id not null,
  short_url_id app.id not null,
  id uuid not null default uuidv7(),
  clicked_at timestamptz not null,
  referrer text check (length(referrer) <= 253),
  country text check (country ~ '^[A-Z]{2}$'),
  browser text not null check (length(browser) <= 50),
  visitor bytea not null check (length(visitor) = 12),
  is_counted boolean not null default false,
  primary key (tenant_id, short_url_id, id)
);
comment on table app.short_url_clicks is
  'Clicks of the last seconds, one row each, until the worker has rolled them up. Without a foreign '
  'key: each click would lock the row of its short URL';
comment on column app.short_url_clicks.referrer is 'The host that the visitor came from';
comment on column app.short_url_clicks.visitor is
  'A MAC of address and browser under a key of the tenant and the day: nothing that could be '
  'recognised on another day';
comment on column app.short_url_clicks.is_counted is 'app.short_urls.clicks counts it already';

create table app.short_url_visitors (
  tenant_id app.id not null,
  day date not null,
  short_url_id app.id not null,
  visitor bytea not null,
  primary key (tenant_id, day, short_url_id, visitor)
);
comment on table app.short_url_visitors is
  'Visitors that a short URL has counted on a day; forgotten once the day has ended';

create table app.short_url_counts (
  tenant_id app.id not null,
  short_url_id app.id not null,
  grain text collate "C" not null check (grain in ('hour', 'day', 'ever')),
  since timestamptz not null,
  dimension text collate "C" not null
    check (dimension in ('all', 'referrer', 'country', 'browser')),
  value text collate "C" not null check (length(value) <= 253),
  clicks bigint not null default 0,
  visitors bigint not null default 0,
  primary key (tenant_id, short_url_id, grain, since, dimension, value),
  foreign key (tenant_id, short_url_id) references app.short_urls on delete cascade
);
comment on table app.short_url_counts is
  'Clicks of short URLs by hour (of the last two days), by day and altogether: all, and by referrer, '
  'country and browser, of each up to 30 values and the rest as other';
comment on column app.short_url_counts.since is
  'When the hour or the day begins, in UTC; -infinity for ever';
comment on column app.short_url_counts.visitors is
  'Of the dimension all: visitors who clicked for the first time on that day';

do $$
declare v_table text;
begin
  foreach v_table in array array['tenant_addresses', 'short_urls', 'short_url_tags',
    'short_url_clicks', 'short_url_visitors', 'short_url_counts'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id', true))
      with check (tenant_id = current_setting('app.tenant_id', true))$sql$, v_table);
  end loop;
end $$;
