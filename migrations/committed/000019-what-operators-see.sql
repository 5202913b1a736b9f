--! Previous: sha1:a8c60d85fe1b554905fab83b6789ef455cb1147c
--! Hash: sha1:c835c4cf0b59a3ceac2a40dda53f5e8ec37cb7ef
--! Message: what operators see

-- The migration in progress: repeatable until `insula migrate new` commits it.

create schema if not exists operators;
comment on schema operators is 'What POST /admin/graphql shows to the operator: views over all tenants, without secrets or content';
