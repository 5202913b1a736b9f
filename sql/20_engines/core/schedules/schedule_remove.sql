create or replace function app.schedule_remove(p_tenant text, p_kind text, p_subject_id text)
returns void
language sql volatile as $$
  delete from app.schedules s
  where s.tenant_id = p_tenant and s.kind = p_kind and s.subject_id = p_subject_id
$$;
comment on function app.schedule_remove is 'A job, automation or function has no schedule any more';
