create or replace function app.operation_kind(p_work text)
returns text
language sql immutable as $$
  select case
    when p_work like 'backup\_verify bak\_%' then 'verification'
    when p_work like '% bak\_%' then 'backup'
    when p_work like '% rst\_%' then 'restore'
    when p_work like '% dif\_%' then 'diff'
    when p_work like '% mig\_%' then 'migration' end
$$;
comment on function app.operation_kind is
  'The kind of operation that a task drives, by its id in app.work (<task> <subject>): backup, verification, restore, diff, '
  'migration; null for any other task';
