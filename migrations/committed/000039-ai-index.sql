--! Previous: sha1:a833cd4c566f4e4467c5696de54c348c5130dad0
--! Hash: sha1:da6155323f9b5b21750112903eb3a195da331266
--! Message: ai-index

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- ai_index: vectors of objects that follow what is written.
alter table app.object_types add column if not exists ai_index text[];
comment on column app.object_types.ai_index is
  'The properties of app.ai_indexes, beside what else a write reads: null where there are none, and nothing follows the write';
alter table app.vector_collections add column if not exists object_type_id app.id;
comment on column app.vector_collections.object_type_id is 'Of an ai_index: found by its type alone';
alter table app.vectors add column if not exists digest bytea;
comment on column app.vectors.digest is 'SHA-256 of the text of an object that it was made of (app.ai_index_text), which is not kept';

drop table if exists app.ai_index_changes, app.ai_indexes;
create table app.ai_indexes (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  object_type_id app.id not null,
  properties text[] not null check (cardinality(properties) > 0),
  provider_id text collate "C",
  model text,
  collection text collate "C" not null,
  cursor text collate "C",
  done integer not null default 0,
  total integer not null default 0,
  failures smallint not null default 0,
  error jsonb,
  actor jsonb not null,
  authors jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, object_type_id),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
);
comment on table app.ai_indexes is 'Object types whose objects have vectors, made of chosen properties by the worker';
comment on column app.ai_indexes.provider_id is 'Null for the models that come with the server';
comment on column app.ai_indexes.cursor is 'The last object that was read, empty for none; null once all have been';
comment on column app.ai_indexes.failures is 'Attempts that have failed since the last one that did not';
comment on column app.ai_indexes.error is '{code, message, status?}: why it does not go on; status as the provider answered';

create table app.ai_index_changes (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  object_type_id app.id not null,
  id app.id not null,
  object_id text collate "C" not null,
  primary key (tenant_id, object_type_id, id),
  foreign key (tenant_id, object_type_id) references app.ai_indexes on delete cascade
);
comment on table app.ai_index_changes is 'Events of objects that their ai_index has not followed yet';

do $$
declare v_table text;
begin
  foreach v_table in array array['ai_indexes', 'ai_index_changes'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;

do $$
begin
  if to_regtype('app.searched_vectors') is null then
    create type app.searched_vectors as (
      tenant_id text, collection text, dimensions integer, model text, filter app.filter,
      object_type_id text, properties text[]);
  end if;
end $$;
comment on type app.searched_vectors is
  'Which vectors a search is for: of a collection, those whose metadata fit a filter; or of an object type, whose objects fit it';

-- Who has said where an AI provider is, and with which key: what reads records by itself and asks there does no more than they may.
-- Of those from before, nobody is known.
alter table app.ai_providers add column if not exists authors jsonb not null default '{}';
comment on column app.ai_providers.authors is
  'Who last wrote its config and its key: {part: [{type, id}]}. What asks it by itself does no more than they may';
