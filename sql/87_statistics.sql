-- Statistics that plans use for new tables and partitions. Reads and writes go on meanwhile.
do $$ begin perform app.statistics_ensure(); end $$;
