--! Previous: sha1:7ab32fef41e777ad62014e6c8c845e2897ae4dd2
--! Hash: sha1:654e2b9e3d34d61322d4f4eb6b82635e223a79d3
--! Message: what operators see

-- The migration in progress: repeatable until `insula migrate new` commits it.

create schema if not exists operators;
comment on schema operators is 'What POST /admin/graphql shows to the operator: views over all tenants, without secrets or content';
