--! Previous: sha1:6573c7855e714e8481109da6f124be35c938804d
--! Hash: sha1:1a146832b87e20ae2a9e35a7063c04f14563a421
--! Message: a note on seals of the journal

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Secrets of headers lay in clear: src/db/seal-stored.ts seals them, and blanks what the journal holds of them.
alter table app.journal_seals add column if not exists note text;
comment on column app.journal_seals.note is
  'Why the row no longer fits its hash: what of it was blanked since, and when; null for all others';
