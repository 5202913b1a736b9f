--! Previous: sha1:a50554962391f82517bfdfd66e8e3f37f3bd98b3
--! Hash: sha1:161905b4fe34416047841dbc73e9432b6e4bb452
--! Message: texts as NFC and words without spaces

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Texts were kept as they came, and what is written without spaces was one word: src/db/compose-stored.ts makes them NFC, and
-- src/db/reword-stored.ts indexes their words.
comment on table app.object_search is
  'The words of each live object that has any, for full text search: app.words';
comment on table app.vector_words is
  'The words of each vector''s text that has any, for searches by words and vectors together: app.words';
