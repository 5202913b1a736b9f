create or replace function app.registry_work()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "work": {"snapshot": "transient", "erase": "leaves", "events": {"queue_job": "*"}, "columns": {
      "serial_key": {"names": "none", "why": "what a queue goes by"},
      "id": {"names": "any"}}},
    "workers": {"snapshot": "installation", "columns": {
      "worker_id": {"names": "none", "why": "a process"}}},
    "worker_processes": {"snapshot": "installation", "columns": {
      "process_id": {"names": "none", "why": "a process"},
      "pid": {"names": "none", "why": "a process"}}},
    "worker_rounds": {"snapshot": "installation"}}$registry$
$$;
comment on function app.registry_work is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
