create or replace view operators.plans as
  select p.plan_tier, p.requests_per_minute, p.storage_bytes, p.caused_writes, p.caused_mails,
    p.caused_calls, p.mails_per_recipient
  from app.plans p;
comment on view operators.plans is
  e'@primaryKey plan_tier\nWhat plans limit; null means no limit.';
