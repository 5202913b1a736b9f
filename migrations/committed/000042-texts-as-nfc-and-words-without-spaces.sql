--! Previous: sha1:1a146832b87e20ae2a9e35a7063c04f14563a421
--! Hash: sha1:cf007ff260f20fa13fcf8fde9bfe1f88be7fb893
--! Message: texts as NFC and words without spaces

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Texts were kept as they came, and what is written without spaces was one word: src/db/compose-stored.ts makes them NFC, and
-- src/db/reword-stored.ts indexes their words.
comment on table app.object_search is
  'The words of each live object that has any, for full text search: app.words';
comment on table app.vector_words is
  'The words of each vector''s text that has any, for searches by words and vectors together: app.words';
