--! Previous: sha1:01f620d1e736c3529e04951f12f8d20ae5d10b0f
--! Hash: sha1:da6135787067f37f2ff794ee940e6d1d46d70e00
--! Message: Counters without a look at their type

-- Counters are updated by each of the requests that share a transaction, and from the second on PostgreSQL looked up their
-- type again. They go with their type by app.object_type_purge_rows instead.
alter table app.object_counts drop constraint if exists object_counts_tenant_id_object_type_id_fkey;

comment on column app.journal.after is
  'The record as the API shows it; of an object what other columns do not tell: see app.journal_after';
