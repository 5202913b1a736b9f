--! Previous: sha1:65681a2ec9c75f66c77be6ec800295056352e843
--! Hash: sha1:f241027bb278a4f6a161efd4b68bd0cfca383472
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
