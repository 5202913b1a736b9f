--! Previous: sha1:1a146832b87e20ae2a9e35a7063c04f14563a421
--! Hash: sha1:58e38d2e0ec0f4162793e09be2895c6dbdd4cabc
--! Message: metadata of resumable uploads

-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.files add column if not exists upload_metadata text;
comment on column app.files.upload_metadata is
  'Of a resumable upload: the header Upload-Metadata as its client gave it, which HEAD answers; null for all others';
