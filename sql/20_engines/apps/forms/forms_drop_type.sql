create or replace function app.forms_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare
  v_old app.forms;
  v_new app.forms;
  v_now timestamptz;
  v_done text;
begin
  for v_old in
    select * from app.forms f
    where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id order by f.id for update
  loop
    v_now := clock_timestamp();
    update app.forms f set object_type_id = null,
      status = case when f.status = 'active' then 'paused' else f.status end, updated_at = v_now
    where f.tenant_id = v_old.tenant_id and f.id = v_old.id
    returning * into v_new;
    v_done := app.journal_form('form.updated', v_old, v_new, '{}');
  end loop;
end $$;
comment on function app.forms_drop_type is
  'Pauses the forms of a type, which is about to go, and leaves them without one: their submissions stay';
