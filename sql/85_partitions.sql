-- The journal's partitions for the months ahead; the worker adds more (worker.housekeeping).
do $$ begin perform app.journal_partitions_ensure(3); end $$;
