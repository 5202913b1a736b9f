--! Previous: sha1:9d4ce335fd252eda363c8866f1adef0e454d7769
--! Hash: sha1:a50554962391f82517bfdfd66e8e3f37f3bd98b3
--! Message: metadata of resumable uploads

-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.files add column if not exists upload_metadata text;
comment on column app.files.upload_metadata is
  'Of a resumable upload: the header Upload-Metadata as its client gave it, which HEAD answers; null for all others';
