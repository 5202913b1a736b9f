-- Under these names processes of 1.0.0 call the books: they go on while a later version migrates. To be removed in 1.2.
create or replace function platform.accounting_record_create(args jsonb)
returns json
language sql volatile as $$ select platform.book_record_create(args) $$;
comment on function platform.accounting_record_create is 'platform.book_record_create, under the name of 1.0';

create or replace function platform.accounting_record_delete(args jsonb)
returns json
language sql volatile as $$ select platform.book_record_delete(args) $$;
comment on function platform.accounting_record_delete is 'platform.book_record_delete, under the name of 1.0';

create or replace function platform.accounting_record_export(args jsonb)
returns json
language sql stable as $$ select platform.book_record_export(args) $$;
comment on function platform.accounting_record_export is 'platform.book_record_export, under the name of 1.0';

create or replace function platform.accounting_record_get(args jsonb)
returns json
language sql stable as $$ select platform.book_record_get(args) $$;
comment on function platform.accounting_record_get is 'platform.book_record_get, under the name of 1.0';

create or replace function platform.accounting_record_list(args jsonb)
returns json
language sql stable as $$ select platform.book_record_list(args) $$;
comment on function platform.accounting_record_list is 'platform.book_record_list, under the name of 1.0';

create or replace function platform.accounting_record_summary(args jsonb)
returns json
language sql stable as $$ select platform.book_record_summary(args) $$;
comment on function platform.accounting_record_summary is 'platform.book_record_summary, under the name of 1.0';

create or replace function platform.accounting_record_update(args jsonb)
returns json
language sql volatile as $$ select platform.book_record_update(args) $$;
comment on function platform.accounting_record_update is 'platform.book_record_update, under the name of 1.0';
