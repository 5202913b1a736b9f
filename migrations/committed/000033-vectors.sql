--! Previous: sha1:e8cf01090303ff2325a6a573c5981b94be97f8ba
--! Hash: sha1:ba50350f66136ca152d58dafe10fc8e0daa1c549
--! Message: vectors

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- AI: providers, what their models have been used for, and vectors. The tables are new: no lock is waited for.
drop table if exists app.vector_bits, app.vectors, app.vector_collections, app.ai_calls, app.ai_usage, app.ai_providers;
create table app.ai_providers (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 100),
  provider_type text collate "C" not null
    check (provider_type in ('openai', 'anthropic', 'google', 'openai_compatible', 'local')),
  api_key text,
  api_key_preview text,
  config_json jsonb not null default '{}',
  is_enabled boolean not null default true,
  is_default boolean not null default false,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ai_providers_default on app.ai_providers (tenant_id) where is_default;
comment on table app.ai_providers is 'Where models are asked';
comment on column app.ai_providers.api_key is 'Sealed by the API process';

create table app.ai_usage (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  day date not null,
  operation text collate "C" not null,
  model text collate "C" not null,
  requests bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  cost_usd numeric not null,
  primary key (tenant_id, day, operation, model)
);
comment on table app.ai_usage is 'What models have been used for, by day in UTC';

create table app.ai_calls (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  tokens bigint not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.ai_calls is
  'Tokens that calls under way may use, of tenants with a limit; one whose process has died counts until it expires';

create table app.vector_collections (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  name text collate "C" not null check (length(name) between 1 and 100),
  dimensions smallint not null check (dimensions between 1 and 4096),
  model text not null,
  created_at timestamptz not null,
  primary key (tenant_id, name)
);
comment on table app.vector_collections is 'Sets of vectors that may be compared: of one model, as long as each other';

create table app.vectors (
  tenant_id text collate "C" not null,
  collection text collate "C" not null,
  id text collate "C" not null check (length(id) between 1 and 200),
  embedding real[] not null,
  text text,
  metadata jsonb not null default '{}',
  object_type_id app.id,
  object_id text collate "C",
  updated_at timestamptz not null,
  primary key (tenant_id, collection, id),
  foreign key (tenant_id, collection) references app.vector_collections on delete cascade
);
create index vectors_object on app.vectors (tenant_id, object_type_id, object_id) where object_id is not null;
alter table app.vectors alter column embedding set storage external;
comment on table app.vectors is 'Vectors with what they stand for';
comment on column app.vectors.embedding is 'Of length 1: the product of two is their cosine. Kept outside of the row';

create table app.vector_bits (
  tenant_id text collate "C" not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  bits bit varying not null,
  primary key (tenant_id, collection, id),
  foreign key (tenant_id, collection, id) references app.vectors on delete cascade
);
comment on table app.vector_bits is
  'The signs of the numbers of each vector: how many differ says nearly how far two are apart, for 50 bytes each instead of 1,500';

do $$
declare v_table text;
begin
  foreach v_table in array array['ai_providers', 'ai_usage', 'ai_calls', 'vector_collections', 'vectors', 'vector_bits'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
