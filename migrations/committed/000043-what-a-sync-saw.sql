--! Previous: sha1:6db689ed838773698edc7512eccfb3de5731011b
--! Hash: sha1:9d4ce335fd252eda363c8866f1adef0e454d7769
--! Message: what a sync saw

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What a sync saw of a record, where that is not what its object had: a column without a default, which no row is written for.
alter table app.integration_links add column if not exists seen jsonb;
comment on column app.integration_links.version is
  'Of the object, when both sides had it as it was: negative once its deletion was sent, 0 where they never had the same';
comment on column app.integration_links.seen is
  'Of the properties that the source said last: those that the object did not have in this version';

-- What of a message cannot be kept: a column without a default, which no row is written for.
alter table app.integration_messages add column if not exists faults jsonb;
comment on column app.integration_messages.faults is 'Values of the body that cannot be kept, by their paths: [{path, code, message}]';

-- Records whose objects were given another key here are found by what their source says: a few of all links. Locks the table while
-- it is made, which holds none yet: what a source says is noted from now on.
create index if not exists integration_links_seen on app.integration_links (tenant_id, integration_id, object_id) where seen is not null;
