--! Previous: sha1:08af6adfe13df632a2c6d2f7c6c16ef7b6dbdc16
--! Hash: sha1:5b82f4f4c03c422afb16a7362d44e94e27885644
--! Message: sandboxes that a plan allows

-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.plans add column if not exists sandboxes integer default 10
  constraint plans_sandboxes_check check (sandboxes >= 0);
update app.plans p set sandboxes = case p.plan_tier when 'free' then 0 when 'starter' then 1 else 3 end
where p.plan_tier in ('free', 'starter', 'pro') and p.sandboxes = 10;
