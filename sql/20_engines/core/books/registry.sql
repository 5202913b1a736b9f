create or replace function app.registry_books()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "book_records": {"snapshot": "installation", "ids": "rec", "columns": {
      "created_by": {"names": "none", "why": "one of the people of the operator"}}}}$registry$
$$;
comment on function app.registry_books is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
