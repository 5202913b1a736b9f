create or replace function app.journal_form(
  p_event text, p_old app.forms, p_new app.forms, args jsonb)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'form',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then app.form_json(p_new, args) end,
    case when p_old.id is not null then app.form_json(p_old, args) end);
end $$;
comment on function app.journal_form is
  'A row of the journal for what became of a form, from p_old (null when created) to p_new (null when deleted)';
