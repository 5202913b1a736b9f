create or replace function app.form_counts_fold(p_form app.forms, p_before date)
returns void
language plpgsql volatile as $$
declare v_row app.form_counts;
begin
  for v_row in
    delete from app.form_counts c
    where c.tenant_id = p_form.tenant_id and c.form_id = p_form.id
      and c.day > '-infinity' and c.day < p_before
    returning *
  loop
    insert into app.form_counts as c (tenant_id, form_id, day, slot, counts)
    values (v_row.tenant_id, v_row.form_id, '-infinity', v_row.slot, v_row.counts)
    on conflict (tenant_id, form_id, day, slot)
      do update set counts = app.form_counts_add(c.counts, excluded.counts);
  end loop;
end $$;
comment on function app.form_counts_fold is 'Adds the days of a form before a day up in one row for each slot';
