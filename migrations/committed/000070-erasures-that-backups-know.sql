--! Previous: sha1:3afaa283f839f2db4f1643a82a1c2db22f8395b0
--! Hash: sha1:692403ad878d7a1da5896a8bebabb5e84202b35e
--! Message: erasures that backups know

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Nothing told backups of the installation what must not come back, nor the erasure until when they hold it.
alter table app.erasures
  add column if not exists noted_at timestamptz,
  add column if not exists gone_at timestamptz,
  add column if not exists backups_until timestamptz;
comment on column app.erasures.noted_at is 'Since then BACKUP_TO says that the tenant must not come back';
comment on column app.erasures.gone_at is 'Since then nothing of the tenant is in the database, its journal included';
comment on column app.erasures.backups_until is
  'Until then, at least, base backups hold the tenant; null where none are made';
