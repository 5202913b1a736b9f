--! Previous: sha1:197837319215d130f73c1742977c6635c0773383
--! Hash: sha1:01f620d1e736c3529e04951f12f8d20ae5d10b0f
--! Message: announcements to users

-- The migration in progress: repeatable until `insula migrate new` commits it.

drop table if exists app.user_announcement_reads, app.user_announcements;

create table app.user_announcements (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  title text not null check (length(title) between 1 and 200),
  body text not null default '' check (length(body) <= 10000),
  roles text[] check (cardinality(roles) between 1 and 50),
  starts_at timestamptz not null,
  ends_at timestamptz not null default 'infinity',
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint user_announcements_end_after_their_start check (ends_at > starts_at)
);
create index user_announcements_open on app.user_announcements (tenant_id, ends_at);
comment on table app.user_announcements is 'Announcements of a tenant to its users';
comment on column app.user_announcements.roles is
  'The names of the roles that see it; null: every user';
comment on column app.user_announcements.ends_at is 'infinity: until it is deleted';

create table app.user_announcement_reads (
  tenant_id text collate "C" not null,
  user_id app.id not null,
  announcement_id app.id not null,
  read_at timestamptz not null default now(),
  primary key (tenant_id, user_id, announcement_id),
  foreign key (tenant_id, user_id) references app.users on delete cascade,
  foreign key (tenant_id, announcement_id) references app.user_announcements on delete cascade
);
create index user_announcement_reads_of on app.user_announcement_reads (tenant_id, announcement_id, user_id);
comment on table app.user_announcement_reads is 'Read marks of users on announcements, with their time';

do $$
declare v_table text;
begin
  foreach v_table in array array['user_announcements', 'user_announcement_reads'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
