--! Previous: sha1:1a146832b87e20ae2a9e35a7063c04f14563a421
--! Hash: sha1:6db689ed838773698edc7512eccfb3de5731011b
--! Message: enterprise limits no bytes

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- The plan enterprise limits no bytes, as it limits nothing else that is counted. What an operator has set instead stays.
update app.plans p set storage_bytes = null
where p.plan_tier = 'enterprise' and p.storage_bytes = 1099511627776;
