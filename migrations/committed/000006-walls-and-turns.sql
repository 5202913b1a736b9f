--! Previous: sha1:37d7bd6ca5f11f3e5ae215d700ac985f4788ddbd
--! Hash: sha1:cdc53a1633ba84748f6c5b6174f554ead2f3d529
--! Message: walls and turns

alter type app.filter drop attribute if exists sets, drop attribute if exists asked;
alter type app.filter add attribute sets jsonb, add attribute asked jsonb;
comment on type app.filter is
  'A filter, compiled by app.compile_filter: a jsonpath over properties with its variables, plain '
  'when it needs nothing else; externals are the questions that each row has to be asked besides, '
  'sets the long lists of those (app.filter_sets). terms are the conditions that an index can '
  'serve; ids, once app.filter_plan has chosen to go by them, the only objects that can match. '
  'asked is what the caller asked for, without policies: what has a price (app.filter_afford)';
------------------------------------------------------------------------------------------------
-- Accounts: the first proof of an address, identities bound to their issuer, authors of settings
------------------------------------------------------------------------------------------------

do $$ begin
  if not exists (
    select from pg_attribute a
    where a.attrelid = 'app.users'::regclass and a.attname = 'signup_address') then
    alter table app.users add column signup_address text collate "C";
    -- Nobody can tell any more whose hands put it there: what is unproved counts as a sign-up's.
    update app.users u set signup_address = u.email
    where u.created_by is null and u.email is not null and u.email_verified_at is null;
    update app.users u set signup_address = u.phone
    where u.created_by is null and u.email is null and u.phone is not null
      and u.phone_verified_at is null;
  end if;
end $$;
comment on column app.users.signup_address is
  'The email or phone of a sign-up that has not proved it. The first proof of it drops all that '
  'was set up before, another address included; null once it is proved or replaced';

alter table app.identities
  add column if not exists issuer text collate "C",
  add column if not exists consent text collate "C";
comment on column app.identities.issuer is
  'Whose subject this is (app.oauth_source, app.saml_source): after a change of issuer, entity id '
  'or profile endpoint the identity is not found. Null: from before issuers were kept, and good '
  'until the first change';
comment on column app.identities.consent is
  'The provider''s settings (a fingerprint) that the user agreed to by linking while signed in. '
  'While they stay the same the identity signs in, whoever set the provider up';
alter table app.identities drop constraint if exists identities_tenant_id_provider_subject_key;
create unique index if not exists identities_subject on app.identities
  (tenant_id, provider, subject, issuer) nulls not distinct;

alter table app.auth_tokens drop constraint if exists auth_tokens_type_check;
alter table app.auth_tokens add constraint auth_tokens_type_check check (type in (
  'signup', 'magiclink', 'email', 'recovery', 'invite', 'email_change', 'reauthentication',
  'sms', 'phone_change', 'email_change_undo', 'phone_change_undo'));

alter table app.tenant_settings add column if not exists authors jsonb not null default '{}';
comment on column app.tenant_settings.authors is
  'Who last wrote each setting of auth that can lead a sign-in elsewhere, by its path '
  '(app.author_parts): {"oauth.google.issuer": [{type, id}]}. A setting that is not named was '
  'written before authors were kept and counts as written by somebody who holds everything';

alter table app.saml_providers add column if not exists authors jsonb not null default '{}';
comment on column app.saml_providers.authors is
  'Who last wrote each part: {metadata, domains, attribute_mapping, enabled}, each [{type, id}]. The '
  'provider signs nobody in who may do more than one of them. A part that is not named counts as '
  'written by somebody who holds everything';
do $$ begin
  if exists (
    select from pg_attribute a where a.attrelid = 'app.saml_providers'::regclass
      and a.attname = 'is_trusted' and not a.attisdropped) then
    update app.saml_providers p set authors = '{"metadata": [{"type": "unknown", "id": "unknown"}]}'
    where not p.is_trusted;
    alter table app.saml_providers drop column is_trusted;
  end if;
end $$;
-- Budgets: how much one cause may set off
------------------------------------------------------------------------------------------------

alter table app.plans
  add column if not exists caused_writes integer default 1000 check (caused_writes > 0),
  add column if not exists caused_mails integer default 500 check (caused_mails > 0),
  add column if not exists caused_calls integer default 1000 check (caused_calls > 0),
  add column if not exists mails_per_recipient integer default 20 check (mails_per_recipient > 0);
comment on column app.plans.caused_writes is
  'How many writes automations, functions and calls back may make in consequence of one request, '
  'firing or event from outside; as many further runs may begin';
comment on column app.plans.caused_mails is 'As caused_writes, of mails and text messages';
comment on column app.plans.caused_calls is
  'As caused_writes, of calls to other servers: deliveries of webhooks, webhook actions, ctx.fetch';
comment on column app.plans.mails_per_recipient is
  'Mails and text messages to one address within an hour, but for codes, links and security notices';

create table if not exists app.causation_budgets (
  tenant_id app.id not null,
  root uuid not null,
  writes integer not null default 0,
  mails integer not null default 0,
  calls integer not null default 0,
  runs integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, root)
);
comment on table app.causation_budgets is
  'What was made in consequence of a request, a firing or an event from outside (root), as far as '
  'it is committed: see app.budget_take. A row for each chain of which anything was made, for a day';
alter table app.causation_budgets enable row level security;
drop policy if exists "a tenant sees its own rows" on app.causation_budgets;
create policy "a tenant sees its own rows" on app.causation_budgets
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id', true))
  with check (tenant_id = current_setting('app.tenant_id', true));

alter table app.journal add column if not exists root uuid;
comment on column app.journal.root is
  'Where the chain began that this belongs to: a request, a firing or an event from outside; kept '
  'at least where somebody may act on the row';
alter table app.automation_runs add column if not exists root uuid;
alter table app.function_runs add column if not exists root uuid;
alter table app.job_runs add column if not exists root uuid;
alter table app.webhook_deliveries add column if not exists root uuid;
comment on column app.automation_runs.root is 'Whose budget it uses: app.causation_budgets';
comment on column app.function_runs.root is 'Whose budget it uses: app.causation_budgets';
comment on column app.job_runs.root is 'Whose budget it uses: app.causation_budgets';
comment on column app.webhook_deliveries.root is
  'Whose budget the receiver uses who calls back: app.causation_budgets';
alter table app.messages
  add column if not exists root uuid,
  add column if not exists causation_depth smallint not null default 0;
comment on column app.messages.root is 'As in app.journal, for the events that tell of the message';
comment on column app.messages.causation_depth is 'As in app.journal';

-- A subscription hears what was committed after it began to listen.
alter table app.event_subscriptions
  add column if not exists since pg_snapshot,
  add column if not exists since_at timestamptz;
comment on column app.event_subscriptions.since is
  'What was committed when it began to listen, which it does not hear; null: it is older than this '
  'column, and hears everything';
comment on column app.event_subscriptions.since_at is
  'The moment of since: what was written later is heard even where transaction numbers began anew, '
  'as after the restore of a dump';

-- Who has last written each part of what runs later.

alter table app.functions add column if not exists authors jsonb not null default '{}';
comment on column app.functions.authors is
  'Who has last written each part, {code, env, hosts, trigger: [{type, id}]}: a run has no more '
  'rights than each of them';
comment on column app.functions.actor is
  'Who has last set a part of it, {type, id}: started by an event or its schedule, it acts as them, '
  'with the rights that they have when it runs';
alter table app.function_versions add column if not exists authors jsonb not null default '[]';
comment on column app.function_versions.authors is
  'Who has written the code, [{type, id}]: several, where one went back to the code of another';
alter table app.function_runs add column if not exists authors jsonb;
comment on column app.function_runs.authors is
  'Who had written the parts of the function that it runs, [{type, id}]; null until it is opened';
alter table app.scheduled_jobs add column if not exists authors jsonb not null default '{}';
comment on column app.scheduled_jobs.authors is
  'Who has last written what it does, {action: [{type, id}]}: a run has no more rights than each';
alter table app.automations add column if not exists actor jsonb not null default '{}',
  add column if not exists authors jsonb not null default '{}';
comment on column app.automations.actor is
  'Who has last set a part of it, {type, id}: with run_as system it acts as them, with the rights '
  'that they have when it runs';
comment on column app.automations.authors is
  'Who has last written each part, {actions, trigger: [{type, id}]}: a run has no more rights than '
  'each of them';
alter table app.webhooks add column if not exists authors jsonb not null default '{}';
comment on column app.webhooks.authors is
  'Who has last set what it hears and where that goes, {events, target: [{type, id}]}: it is told of '
  'nothing that one of them may not see; {} where that is not known';

-- What is known of before stays: who last set it, else who made it.
update app.function_versions v set authors = jsonb_build_array(jsonb_build_object(
  'type', split_part(v.created_by, ':', 1), 'id', split_part(v.created_by, ':', 2)))
where v.authors = '[]' and v.created_by like '%:%';
update app.functions f set authors = jsonb_build_object('code', jsonb_build_array(f.actor),
  'env', case when f.env = '{}' then '[]' else jsonb_build_array(f.actor) end,
  'hosts', case when f.allowed_hosts = '{}' then '[]' else jsonb_build_array(f.actor) end,
  'trigger', jsonb_build_array(f.actor))
where f.authors = '{}' and f.actor ? 'id';
update app.scheduled_jobs j
set authors = jsonb_build_object('action', jsonb_build_array(j.actor))
where j.authors = '{}' and j.actor ? 'id';
-- Of automations and webhooks the journal knows who has changed what; else who made them.
update app.automations a set actor = k.authors->'actions'->0, authors = k.authors
from (
  select p.tenant_id, p.resource_id, jsonb_object_agg(p.part, jsonb_build_array(p.actor)) as authors
  from (
    select distinct on (j.tenant_id, j.resource_id, f.part) j.tenant_id, j.resource_id, f.part,
      jsonb_build_object('type', j.actor->>'type', 'id', j.actor->>'id') as actor
    from app.journal j
    cross join (values ('actions', '{actions}'::text[]),
      ('trigger', '{trigger_event,object_type_id,conditions,run_as,mode,cron_expression,run_at}'))
      f(part, fields)
    where j.type in ('automation.created', 'automation.updated') and (j.before is null
      or exists (select from unnest(f.fields) n
        where (j.after->n)::jsonb is distinct from (j.before->n)::jsonb))
    order by j.tenant_id, j.resource_id, f.part, j.id desc) p
  group by p.tenant_id, p.resource_id) k
where a.tenant_id = k.tenant_id and a.id = k.resource_id and a.authors = '{}'
  and k.authors ?& '{actions,trigger}';
update app.webhooks w set authors = k.authors
from (
  select p.tenant_id, p.resource_id, jsonb_object_agg(p.part, jsonb_build_array(p.actor)) as authors
  from (
    select distinct on (j.tenant_id, j.resource_id, f.part) j.tenant_id, j.resource_id, f.part,
      jsonb_build_object('type', j.actor->>'type', 'id', j.actor->>'id') as actor
    from app.journal j
    cross join (values ('events', '{events,object_types,filters}'::text[]),
      ('target', '{url,headers}')) f(part, fields)
    where j.type in ('webhook.created', 'webhook.updated') and (j.before is null
      or exists (select from unnest(f.fields) n
        where (j.after->n)::jsonb is distinct from (j.before->n)::jsonb))
    order by j.tenant_id, j.resource_id, f.part, j.id desc) p
  group by p.tenant_id, p.resource_id) k
where w.tenant_id = k.tenant_id and w.id = k.resource_id and w.authors = '{}';
update app.automations a set actor = n.actor, authors = jsonb_build_object(
  'actions', jsonb_build_array(n.actor), 'trigger', jsonb_build_array(n.actor))
from (
  select b.tenant_id, b.id, case when b.created_by is null
    then jsonb_build_object('type', 'unknown', 'id', b.id)
    else jsonb_build_object('type', 'user', 'id', b.created_by) end as actor
  from app.automations b where b.authors = '{}') n
where a.tenant_id = n.tenant_id and a.id = n.id and a.authors = '{}';
update app.webhooks w set authors = jsonb_build_object('events', jsonb_build_array(
  jsonb_build_object('type', 'user', 'id', w.created_by)))
where w.authors = '{}' and w.created_by is not null;

------------------------------------------------------------------------------------------------
-- Private object types, and keys that policies do not bind
------------------------------------------------------------------------------------------------

-- Types that exist stay open, as they were; new ones are private.
alter table app.object_types add column if not exists user_access text not null default 'open'
  check (user_access in ('private', 'open'));
alter table app.object_types alter column user_access set default 'private';
comment on column app.object_types.user_access is
  'What users may do with its objects where no allow policy of the action decides: private nothing, '
  'open what their roles say. Keys, owners and admins it does not concern';

alter table app.policies_gone add column if not exists had_policies boolean not null default true;
comment on column app.policies_gone.had_policies is
  'Whether it had policies, which bind keys as well; otherwise it was private, to users alone';
comment on table app.policies_gone is
  'Object types that had policies or were private when they were deleted: anyone bound by that never '
  'sees what the journal still holds of their objects';

alter table app.api_keys
  add column if not exists bound_by_policies boolean not null default true,
  add column if not exists sees_private boolean not null default true;
comment on column app.api_keys.bound_by_policies is
  'Whether row policies bind it, unless it holds the scope *';
comment on column app.api_keys.sees_private is
  'Whether private object types are open to it, as to every key but those that a user has made to '
  'whom they are closed, and that such a key has made';
