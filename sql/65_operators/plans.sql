create or replace view operators.plans as
  select p.plan_tier, p.requests_per_minute, p.storage_bytes, p.caused_writes, p.caused_mails,
    p.caused_calls, p.mails_per_recipient, p.name, p.description, p.api_calls, p.objects,
    p.object_types, p.users, p.webhooks, p.functions, p.audit_days, p.currency, p.price_month,
    p.price_year, p.price_ids, p.is_public, p.mails_per_hour
  from app.plans p;
comment on view operators.plans is
  e'@primaryKey plan_tier\nWhat plans limit, and what they cost; null means no limit, or not for sale.';
