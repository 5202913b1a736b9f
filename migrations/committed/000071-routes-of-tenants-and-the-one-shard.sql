--! Previous: sha1:f241027bb278a4f6a161efd4b68bd0cfca383472
--! Hash: sha1:006435085a186bb34ac0691b7f28f3eb994933da
--! Message: routes of tenants and the one shard

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- The operator could not lead a host or a path to a tenant.
drop table if exists app.routes;
create table app.routes (
  id app.id primary key,
  about_tenant text collate "C" not null,
  hostname text collate "C" check (hostname = lower(hostname)),
  path_prefix text collate "C" check (path_prefix ~ '^/[a-z0-9]'),
  status text collate "C" not null check (status in ('pending', 'active', 'disabled')),
  proof text collate "C" not null check (proof in ('TXT', 'HTTP', 'NONE')),
  proof_value text collate "C",
  proof_error text,
  checked_at timestamptz,
  proved_at timestamptz,
  lost_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint "a route has a host or a prefix" check (hostname is not null or path_prefix is not null),
  constraint "a host is proved" check ((hostname is null) = (proof = 'NONE') and (proof = 'NONE') = (proof_value is null))
);
create unique index routes_place on app.routes (coalesce(hostname, ''), coalesce(path_prefix, ''));
create index routes_tenant on app.routes (about_tenant);
create index routes_hostname on app.routes (hostname);
create index routes_checked on app.routes (checked_at) where proof <> 'NONE';
comment on table app.routes is
  'Hosts and prefixes of paths by which the operator leads calls to tenants. Global';
comment on column app.routes.about_tenant is 'The tenant that it leads to';
comment on column app.routes.hostname is 'null: the host of BASE_URL';
comment on column app.routes.status is
  'pending: the host was never proved; disabled: by the operator, or because the proof was lost for 7 days';
comment on column app.routes.proof is 'How the host is proved; NONE: it is the host of BASE_URL';
comment on column app.routes.proof_value is 'What the TXT record, or the path of the challenge, must contain';
comment on column app.routes.proof_error is 'Why the last proof failed; null: it did not';
comment on column app.routes.proved_at is 'When the proof was found last';
comment on column app.routes.lost_at is 'Since when a proof that was found before is missing';

-- GET /tls/ask knows the names of all tenants, and asks for those that have changed.
drop index if exists app.tenants_updated;
create index tenants_updated on app.tenants (updated_at);

-- Where tenants live had no record of its own.
drop table if exists app.shards;
create table app.shards (
  id text collate "C" primary key,
  name text not null,
  region text,
  status text collate "C" not null default 'active' check (status in ('active', 'readonly', 'offline')),
  capacity integer check (capacity >= 0),
  weight integer not null default 100 check (weight between 0 and 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table app.shards is 'The databases that tenants live in: one PostgreSQL is the shard main. Global';
comment on column app.shards.status is
  'readonly: requests of tenants that change something are refused; offline: all of their requests';
comment on column app.shards.capacity is 'How many tenants it takes; null: any number';
comment on column app.shards.weight is 'Its share of new tenants beside other shards';
insert into app.shards (id, name, created_at, updated_at) values ('main', 'main', now(), now());
