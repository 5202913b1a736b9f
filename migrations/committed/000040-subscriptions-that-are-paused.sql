--! Previous: sha1:da6155323f9b5b21750112903eb3a195da331266
--! Hash: sha1:6573c7855e714e8481109da6f124be35c938804d
--! Message: subscriptions that are paused

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Subscriptions that are paused at the payment provider, and when one ends that was cancelled for a day.
alter table app.subscriptions
  drop constraint if exists subscriptions_status_check,
  add constraint subscriptions_status_check check (
    status in ('none', 'trialing', 'active', 'past_due', 'canceled', 'incomplete', 'paused')),
  add column if not exists cancel_at timestamptz;
comment on column app.subscriptions.cancel_at is 'When it ends, as the provider says; null while it goes on';
