--! Previous: sha1:7e4627420425c0fe317cef2a3b14b55ff28b064a
--! Hash: sha1:72f0f2127e026d007e1dc50a449a997018a441f2
--! Message: when limits were changed

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- When the limits of a tenant, or of a plan, were last changed: runs that were queued before wait for them. Nullable and without
-- a default, so that no row is written.
alter table app.tenants add column if not exists limits_at timestamptz;
comment on column app.tenants.limits_at is 'When its limits were last changed, by its plan or its own; null: never';
alter table app.plans add column if not exists limits_at timestamptz;
comment on column app.plans.limits_at is 'When it was last changed; null: never. A migration that adds a limit sets it';
