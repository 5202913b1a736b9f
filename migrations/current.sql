-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.functions add column if not exists scopes text[] not null default '{}';
comment on column app.functions.scopes is
  'What who wrote its present code could do then: the scopes it has where nobody calls it, after an '
  'event or at a time';
