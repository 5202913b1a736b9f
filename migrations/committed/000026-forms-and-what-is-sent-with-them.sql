--! Previous: sha1:7e5a32d1126010f94075fec185ccea107705877d
--! Hash: sha1:345a54fa715870cba8172842bffb54a51cbb1cc8
--! Message: forms and what is sent with them

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Forms, and what people send with them. The tables are new: no lock is waited for.
drop table if exists app.form_uploads, app.form_counts, app.form_submissions, app.forms;
create table app.forms (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  slug text collate "C" not null check (length(slug) <= 100),
  object_type_id app.id,
  fields jsonb not null default '[]',
  plan jsonb not null default '[]',
  settings jsonb not null default '{}',
  status text collate "C" not null default 'draft'
    check (status in ('draft', 'active', 'paused', 'archived')),
  authors jsonb not null,
  actor jsonb not null,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index forms_type on app.forms (tenant_id, object_type_id) where object_type_id is not null;
comment on table app.forms is 'Forms that anyone may fill in; most make an object of what was sent';
comment on column app.forms.object_type_id is
  'What becomes of a submission; null where nothing does. Without a foreign key: a form outlives its type';
comment on column app.forms.plan is
  'The fields again, each after those that its show_if asks for, with their show_if compiled';
comment on column app.forms.settings is 'Those that differ from app.form_defaults';
comment on column app.forms.authors is
  'Who last wrote its parts, {part: [{type, id}]}: objects are made with the rights that all of them have now';
comment on column app.forms.actor is 'As whom objects are made, {type, id}';

create table app.form_submissions (
  tenant_id text collate "C" not null,
  form_id app.id not null,
  id app.id not null,
  data jsonb not null,
  object_type_id app.id,
  object_id text,
  status text collate "C" not null check (status in ('received', 'spam', 'error')),
  error text check (length(error) <= 2000),
  ip text check (length(ip) <= 100),
  user_agent text check (length(user_agent) <= 1000),
  referrer text check (length(referrer) <= 2000),
  utm jsonb not null default '{}',
  completion_ms bigint check (completion_ms between 0 and 604800000),
  created_at timestamptz not null,
  primary key (tenant_id, form_id, id),
  foreign key (tenant_id, form_id) references app.forms on delete cascade
);
create index form_submissions_status on app.form_submissions (tenant_id, form_id, status, id);
comment on table app.form_submissions is 'What was sent with a form, one row each time';
comment on column app.form_submissions.error is
  'With the status error: why no object was made of it, for those who manage the form';
comment on column app.form_submissions.completion_ms is
  'From the opening of the form to its submission, as the browser says';

create table app.form_counts (
  tenant_id text collate "C" not null,
  form_id app.id not null,
  day date not null,
  slot smallint not null check (slot between 0 and 7),
  counts jsonb not null default '{}',
  primary key (tenant_id, form_id, day, slot),
  foreign key (tenant_id, form_id) references app.forms on delete cascade
) with (fillfactor = 70);  -- room to count in the same page
comment on table app.form_counts is
  'What happened with a form by day (UTC), in eight slots by backend, so that visitors do not wait for each other';
comment on column app.form_counts.day is
  'Days that ended more than 90 days ago are added up in -infinity';
comment on column app.form_counts.counts is
  '{view, start, submission, spam, filled:<field>, dropped:<field>, source:<host>}, with up to 30 hosts and the rest as other';

create table app.form_uploads (
  tenant_id text collate "C" not null,
  file_id app.id not null,
  form_id app.id not null,
  field text collate "C" not null check (length(field) <= 100),
  primary key (tenant_id, file_id),
  foreign key (tenant_id, form_id) references app.forms on delete cascade,
  foreign key (tenant_id, file_id) references app.files on delete cascade
);
create index form_uploads_form on app.form_uploads (tenant_id, form_id);
comment on table app.form_uploads is
  'Files that were uploaded for a field of a form and not sent with it yet';

do $$
declare v_table text;
begin
  foreach v_table in array array['forms', 'form_submissions', 'form_counts', 'form_uploads'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
