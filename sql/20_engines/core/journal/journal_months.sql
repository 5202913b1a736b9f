create or replace function app.journal_months(out name text, out month timestamp)
returns setof record
language sql stable as $$
  select c.relname, to_date(right(c.relname, 7), 'YYYY_MM')::timestamp
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'app.journal'::regclass and c.relname ~ '^journal_\d{4}_\d{2}$'
$$;
comment on function app.journal_months is
  'The monthly partitions of the journal, and the month of each (UTC)';
