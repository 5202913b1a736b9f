create or replace function app.registry_diffs()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "diffs": {"snapshot": "installation", "ids": "dif", "events": {"diff": "*"}, "columns": {
      "with_tenant": {"names": "none", "why": "another tenant"},
      "with_backup": {"names": "none", "why": "a record of the operator"},
      "restore_id": {"names": "none", "why": "a record of the operator"},
      "created_by": {"names": "none", "why": "a key of the operator"}}},
    "diff_changes": {"snapshot": "installation", "erase": "values",
      "erase_as": {"fields": "case when r.kind = 'users' and r.key = any ($3) then '[]' else app.erased_json(r.fields, $2, $3) end"},
      "columns": {
      "diff_id": {"names": "diff"},
      "key": {"names": "none", "why": "a name, or the id of an object of either tenant"},
      "target_id": {"names": "any"},
      "source_id": {"names": "none", "why": "an id in another tenant"},
      "fields": {"names": "any"},
      "origin": {"names": "none", "why": "its author, in the snapshot"},
      "wanted": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_diffs is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
