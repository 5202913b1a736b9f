--! Previous: sha1:551458b592cc3c657cf7fad7d0edba10712dc25f
--! Hash: sha1:c0b9090256d735443d0046a15e39277e505a96e9
--! Message: words of vectors

-- The migration in progress: repeatable until `insula migrate new` commits it.

drop table if exists app.vector_words;
create table app.vector_words (
  tenant_id text collate "C" not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  document tsvector not null,
  primary key (tenant_id, collection, id),
  foreign key (tenant_id, collection, id) references app.vectors on delete cascade
);
create index vector_words_document on app.vector_words
  using gin (tenant_id collate ucs_basic, collection collate ucs_basic, document)
  with (gin_pending_list_limit = 512);
comment on table app.vector_words is 'The words of each vector''s text that has any, for searches by words and vectors together';
alter table app.vector_words enable row level security;
create policy "a tenant sees its own rows" on app.vector_words
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
insert into app.vector_words (tenant_id, collection, id, document)
select v.tenant_id, v.collection, v.id, to_tsvector('simple', v.text) from app.vectors v
where to_tsvector('simple', v.text) <> '';
