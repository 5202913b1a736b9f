--! Previous: sha1:248a9ae926a9efc6b6509aa194ca17a665d5b456
--! Hash: sha1:e8cf01090303ff2325a6a573c5981b94be97f8ba
--! Message: comments

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Comments on objects and files. The tables are new; the reference to app.files locks that table against writes for
-- as long as adding it takes, and there is nothing to check.
drop table if exists app.comment_reactions, app.comments;
create table app.comments (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  object_type_id app.id,
  object_id app.id,
  file_id app.id,
  parent_id app.id,
  depth smallint not null check (depth between 0 and 31),
  author_id text collate "C" not null,
  body text check (length(body) between 1 and 10000),
  mentions text[] collate "C" not null default '{}' check (cardinality(mentions) <= 50),
  told text[] collate "C" not null default '{}' check (cardinality(told) <= 200),
  attachments text[] collate "C" not null default '{}' check (cardinality(attachments) <= 20),
  reactions jsonb not null default '{}',
  resolved_at timestamptz,
  edited_at timestamptz,
  is_deleted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references app.files on delete cascade,
  check ((object_id is null) = (object_type_id is null) and (object_id is null) <> (file_id is null)),
  check (is_deleted = (body is null))
);
create index comments_object on app.comments (tenant_id, object_type_id, object_id, id)
  where object_id is not null;
create index comments_file on app.comments (tenant_id, file_id, id) where file_id is not null;
create index comments_author on app.comments (tenant_id, author_id, id) where not is_deleted;
create index comments_text on app.comments using gin (
  tenant_id collate ucs_basic, (body collate "default") ext.gin_trgm_ops);
comment on table app.comments is 'What is said about objects and files. They are seen by everyone who sees the object or file';
comment on column app.comments.object_id is
  'Without a foreign key, as app.associations: whoever deletes the object for good removes its comments';
comment on column app.comments.depth is 'How many comments it answers, one above the other';
comment on column app.comments.author_id is 'The id of a user or key; stays when the user is deleted';
comment on column app.comments.body is 'As it was sent, never rendered here; null once the comment was deleted';
comment on column app.comments.told is
  'Users who were notified that it mentions them: nobody is told twice, however often it is edited';
comment on column app.comments.reactions is 'How many there are of each, {emoji: number}; app.comment_reactions says whose';

create table app.comment_reactions (
  tenant_id text collate "C" not null,
  comment_id app.id not null,
  emoji text collate "C" not null check (length(emoji) between 1 and 32),
  author_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (tenant_id, comment_id, emoji, author_id),
  foreign key (tenant_id, comment_id) references app.comments on delete cascade
);
comment on table app.comment_reactions is 'Who reacted to a comment, and with which emoji: each once';

do $$
declare v_table text;
begin
  foreach v_table in array array['comments', 'comment_reactions'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
