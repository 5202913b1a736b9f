--! Previous: sha1:1a146832b87e20ae2a9e35a7063c04f14563a421
--! Hash: sha1:1213569cf80ad7307b41bf0b48f1d8d3e7bcca79
--! Message: what a sync saw

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What a sync saw of a record, where that is not what its object had: a column without a default, which no row is written for.
alter table app.integration_links add column if not exists seen jsonb;
comment on column app.integration_links.version is
  'Of the object, when both sides had it as it was: negative once its deletion was sent, 0 where they never had the same';
comment on column app.integration_links.seen is
  'Of the properties that the source said last: those that the object did not have in this version';
