--! Previous: sha1:20f034d733ce7f9fc85afb1f8f0dbd51b0b85b03
--! Hash: sha1:3d4d2bb4916103ea6e27075ca7d5d1b5c3ad25fd
--! Message: when limits were changed

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- When the limits of a tenant, or of a plan, were last changed: runs that were queued before wait for them. Nullable and without
-- a default, so that no row is written.
alter table app.tenants add column if not exists limits_at timestamptz;
comment on column app.tenants.limits_at is 'When its limits were last changed, by its plan or its own; null: never';
alter table app.plans add column if not exists limits_at timestamptz;
comment on column app.plans.limits_at is 'When it was last changed; null: never. A migration that adds a limit sets it';
