create or replace function app.form_count(p_form app.forms, p_counts jsonb)
returns void
language plpgsql volatile as $$
declare
  v_today date := (clock_timestamp() at time zone 'UTC')::date;
  v_slot smallint := pg_backend_pid() % 8;
  v_counts jsonb;
begin
  insert into app.form_counts as c (tenant_id, form_id, day, slot, counts)
  values (p_form.tenant_id, p_form.id, v_today, v_slot, p_counts)
  on conflict (tenant_id, form_id, day, slot)
    do update set counts = app.form_counts_add(c.counts, excluded.counts)
  returning counts into v_counts;
  -- The first of a day tidies up.
  if v_counts = p_counts then perform app.form_counts_fold(p_form, v_today - 90); end if;
end $$;
comment on function app.form_count is
  'Counts what has happened with a form today, in this backend''s slot. Call it late: the slot stays locked until the commit';
