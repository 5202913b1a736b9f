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
