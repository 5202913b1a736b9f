--! Previous: sha1:e5f5d8bdefaf8d7921e07d61650361425f29f7a0
--! Hash: sha1:197837319215d130f73c1742977c6635c0773383
--! Message: the operator's books

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- The operator's books are called books, before tenants have accounting of their own. Only functions know the table: those of 1.0
-- are replaced in the same transaction.
alter table if exists app.accounting_records rename to book_records;
alter index if exists app.accounting_records_pkey rename to book_records_pkey;
alter index if exists app.accounting_records_at rename to book_records_at;
alter index if exists app.accounting_records_type rename to book_records_type;
alter index if exists app.accounting_records_currency rename to book_records_currency;
alter index if exists app.accounting_records_category rename to book_records_category;
alter index if exists app.accounting_records_tenant rename to book_records_tenant;
do $$
declare v_name text;
begin
  -- A cluster cannot rename the constraints of a table that is spread over its nodes.
  if to_regclass('pg_catalog.pg_dist_partition') is not null then return; end if;
  for v_name in
    select conname from pg_constraint
    where conrelid = 'app.book_records'::regclass and conname like 'accounting\_records\_%'
  loop
    execute format('alter table app.book_records rename constraint %I to %I', v_name,
      replace(v_name, 'accounting_records_', 'book_records_'));
  end loop;
end $$;
