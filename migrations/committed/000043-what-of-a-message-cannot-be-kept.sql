--! Previous: sha1:1213569cf80ad7307b41bf0b48f1d8d3e7bcca79
--! Hash: sha1:9f27af6ee309304798be1b2942e2701fb87c3a4a
--! Message: what of a message cannot be kept

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What of a message cannot be kept: a column without a default, which no row is written for.
alter table app.integration_messages add column if not exists faults jsonb;
comment on column app.integration_messages.faults is 'Values of the body that cannot be kept, by their paths: [{path, code, message}]';
