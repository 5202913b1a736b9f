--! Previous: sha1:527084a412365805c1592f0c9aca85bb4bb2010b
--! Hash: sha1:7ab32fef41e777ad62014e6c8c845e2897ae4dd2
--! Message: large exports lie in the storage

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Large exports lie in the storage, as files do. Locks app.exports and app.blobs for milliseconds: no row has a key yet.
do $$
begin
  if not exists (
    select 1 from pg_catalog.pg_attribute a
    where a.attrelid = 'app.exports'::regclass and a.attname = 'storage_key' and not a.attisdropped) then
    alter table app.exports add column storage_key text collate "C",
      add constraint exports_bytes foreign key (tenant_id, storage_key) references app.blobs;
    create index exports_bytes on app.exports (tenant_id, storage_key) where storage_key is not null;
  end if;
end $$;
comment on column app.exports.storage_key is
  'Where its bytes are in the storage (app.blobs); null: they are app.export_chunks, or there are none';
comment on index app.exports_bytes is 'worker.blobs_claim asks whether bytes are needed';
comment on table app.export_chunks is
  'The bytes of small exports, which are written with their answer, in parts of up to 1 MB: they go '
  'with their row';
