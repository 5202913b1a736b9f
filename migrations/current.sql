-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Private object types, keys that policies do not bind, and who made what listens.

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

-- Who set what listens. What is known of before stays, as far as the journal has it.
alter table app.functions add column if not exists authors jsonb not null default '{}';
alter table app.automations add column if not exists actor jsonb not null default '{}',
  add column if not exists authors jsonb not null default '{}';
alter table app.webhooks add column if not exists authors jsonb not null default '{}';
comment on column app.functions.authors is
  'Who has last written each part, {code, env, hosts, trigger: [{type, id}]}: a run has no more '
  'rights than each of them';
comment on column app.automations.actor is
  'Who has last set a part of it, {type, id}: with run_as system it acts as them, with the rights '
  'that they have when it runs';
comment on column app.automations.authors is
  'Who has last written each part, {actions, trigger: [{type, id}]}: a run has no more rights than '
  'each of them';
comment on column app.webhooks.authors is
  'Who has last set what it hears and where that goes, {events, target: [{type, id}]}: it is told of '
  'nothing that one of them may not see; {} where that is not known';
update app.functions f set authors = jsonb_build_object('code', jsonb_build_array(f.actor),
  'env', jsonb_build_array(f.actor), 'hosts', jsonb_build_array(f.actor),
  'trigger', jsonb_build_array(f.actor))
where f.authors = '{}' and f.actor ? 'id';
with part as (
  select * from (values
    ('webhook', 'target', '{url,headers}'::text[]),
    ('webhook', 'events', '{events,object_types,filters}'),
    ('automation', 'actions', '{actions}'),
    ('automation', 'trigger',
      '{trigger_event,object_type_id,conditions,run_as,mode,cron_expression,run_at}'))
    p(kind, part, names)),
last_set as (
  select distinct on (j.tenant_id, j.resource_id, p.part)
    j.tenant_id, j.resource_id, p.part,
    jsonb_build_object('type', j.actor->'type', 'id', j.actor->'id') as author
  from app.journal j join part p on p.kind = j.resource_type
  where j.type in (p.kind || '.created', p.kind || '.updated') and (j.before is null or exists (
    select from unnest(p.names) n where (j.after->n)::text is distinct from (j.before->n)::text))
  order by j.tenant_id, j.resource_id, p.part, j.xid desc, j.id desc),
known as (
  select l.tenant_id, l.resource_id, jsonb_object_agg(l.part, jsonb_build_array(l.author)) as authors
  from last_set l group by l.tenant_id, l.resource_id),
of_webhooks as (
  update app.webhooks w set authors = k.authors from known k
  where w.authors = '{}' and k.tenant_id = w.tenant_id and k.resource_id = w.id)
update app.automations a set actor = k.authors->'actions'->0, authors = k.authors from known k
where a.authors = '{}' and k.tenant_id = a.tenant_id and k.resource_id = a.id
  and k.authors ?& '{actions,trigger}';
update app.webhooks w set authors = jsonb_build_object('events', jsonb_build_array(
  jsonb_build_object('type', 'user', 'id', w.created_by)))
where w.authors = '{}' and w.created_by is not null;
update app.automations a set authors = jsonb_build_object('actions', jsonb_build_array(
  jsonb_build_object('type', 'user', 'id', a.created_by)))
where a.authors = '{}' and a.created_by is not null;
