--! Previous: sha1:0746b43ef70d42d94fc6e370da0803b5be89c9f5
--! Hash: sha1:3c898b488abb0558ae3dad247a87d05edd3e325f
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
