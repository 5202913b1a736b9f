--! Previous: sha1:8040873d0ca00e5dc9045417a42a44364ad231e5
--! Hash: sha1:551458b592cc3c657cf7fad7d0edba10712dc25f
--! Message: conversations with models

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- chat: conversations with models. The tables are new: no lock is waited for.
drop table if exists app.ai_messages, app.ai_conversations;
create table app.ai_conversations (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  owner text collate "C" not null check (length(owner) <= 200),
  title text not null check (length(title) <= 100),
  messages integer not null default 0 check (messages between 0 and 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ai_conversations_owner on app.ai_conversations (tenant_id, owner, id);
create index ai_conversations_age on app.ai_conversations (tenant_id, updated_at);
comment on table app.ai_conversations is
  'What somebody and a model have said to each other: nobody else reads it, whatever they hold';
comment on column app.ai_conversations.owner is 'user:<id> or api_key:<id>, as app.actor() says it';

create table app.ai_messages (
  tenant_id text collate "C" not null,
  conversation_id app.id not null,
  position integer not null check (position between 1 and 1000),
  role text collate "C" not null check (role in ('user', 'assistant')),
  content text not null check (length(content) <= 200000),
  sources jsonb not null default '[]',
  model text check (length(model) <= 100),
  created_at timestamptz not null,
  primary key (tenant_id, conversation_id, position),
  foreign key (tenant_id, conversation_id) references app.ai_conversations on delete cascade
);
comment on table app.ai_messages is 'What was said in a conversation, in its order';
comment on column app.ai_messages.sources is
  'What an answer was taken from, [{number, object_type_id, object_id}]: ids alone, because what they say may be hidden by now';

do $$
declare v_table text;
begin
  foreach v_table in array array['ai_conversations', 'ai_messages'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
