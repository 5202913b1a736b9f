--! Previous: sha1:570d8ce5f3e21936d43fef8f13232fbe1b6fc921
--! Hash: sha1:e859af024655e17543a5f99af359aeade8d6d69d
--! Message: What a write can tell at once

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What a write can tell at once of the properties that it gets. Adding them rewrites nothing and holds
-- its lock for milliseconds; types of before get theirs from sql/86_object_types.sql.
alter table app.object_types add column if not exists names text[] not null default '{}';
comment on column app.object_types.names is 'The names of the properties; kept like definition';
alter table app.object_types add column if not exists formatted text[] not null default '{}';
comment on column app.object_types.formatted is 'Those of them that plain says too little of, such as email; kept like definition';
alter table app.object_types add column if not exists plain jsonpath;
alter table app.object_types alter column plain set default '!exists($.* ? (@ == null))';
comment on column app.object_types.plain is 'Holds for properties that are kept as they come (app.plain_path); kept like definition';
