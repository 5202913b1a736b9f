-- What plans may believe of tables and partitions that are new. Reads and writes go on meanwhile.
do $$ begin perform app.statistics_ensure(); end $$;
