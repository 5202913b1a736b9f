create or replace function app.registry_backups()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "backups": {"snapshot": "installation", "ids": "bak", "columns": {
      "schedule_id": {"names": "backup_schedule"},
      "created_by": {"names": "none", "why": "one of the people of the operator"}}},
    "restores": {"snapshot": "installation", "ids": "rst", "columns": {
      "backup_id": {"names": "backup"},
      "undo_backup_id": {"names": "backup"},
      "created_by": {"names": "none", "why": "one of the people of the operator"}}},
    "backup_schedules": {"snapshot": "installation", "ids": "bsc", "columns": {
      "created_by": {"names": "none", "why": "one of the people of the operator"}}},
    "drills": {"snapshot": "installation", "ids": "drl", "columns": {
      "result": {"names": "none", "why": "tenants as they were in a copy that is gone"}}}}$registry$
$$;
comment on function app.registry_backups is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
