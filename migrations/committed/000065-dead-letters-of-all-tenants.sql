--! Previous: sha1:12f83557ab86104a668af036b2bf49d2002fea22
--! Hash: sha1:9bbb58fd80fd2da57241be1b3b822c2bcdb125bb
--! Message: dead letters of all tenants

-- The operator's list of dead letters had no index.
create index if not exists dead_letters_of_all_id on app.dead_letters (id);
