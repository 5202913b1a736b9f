--! Previous: sha1:a7c3ebb3ce5cef41a54d87063e2b26ad337a0dba
--! Hash: sha1:f49da956690b407e1fc3a0e04e680d8cdd0cc58d
--! Message: places in the journal

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- What a tenant's places in the journal are ahead of transaction numbers (app.place). Adding it rewrites nothing.
alter table app.tenants add column if not exists place_shift bigint not null default 0
  check (place_shift >= 0);
comment on column app.tenants.place_shift is
  'What the tenant''s places in the journal are ahead of transaction numbers: app.place; only app.place_raise raises it';
comment on column app.journal.xid is
  'The place in the tenant''s order: the number of the transaction, and place_shift of the tenant (app.place)';
comment on column app.journal.call is
  'Which of the requests that share the transaction; with xid, the number of the request';
comment on column app.event_subscriptions.since is
  'What was committed when it began to listen, as places in the journal, which it does not hear; null: it is older than '
  'this column, and hears everything';

-- The parts of an export are written once and read once or twice: compressing them took most of the time of an export.
-- Locks the table for milliseconds; parts that are there stay as they are, and readable.
alter table app.export_chunks alter column bytes set storage external;
