--! Previous: sha1:d59a7f597791436f84706a4c0467bd384c4c605c
--! Hash: sha1:f117226eed7646e6c9a78a05d16c21c4d5400c7e
--! Message: Requests that share a commit

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Requests that share a commit (gateway.call_many) have each a number, from 0. The table's default
-- says it, so whatever writes the journal says it right. Neither statement reads or writes rows: each
-- holds its lock for milliseconds.
alter table app.journal add column if not exists call smallint not null
  default coalesce(nullif(current_setting('app.call', true), ''), '0')::smallint;
comment on column app.journal.call is
  'Which of the requests that share the transaction; with xid, the number of the request';
alter table app.objects alter column tx_id set default
  (pg_current_xact_id()::text::bigint
    | (coalesce(nullif(current_setting('app.call', true), ''), '0')::bigint << 48))::text::xid8;
