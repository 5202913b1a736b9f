create or replace function app.form_object(
  p_form app.forms, p_values jsonb, out object_id text, out error text)
language plpgsql volatile as $$
declare
  v_visitor jsonb := app.principal();
  v_principal jsonb;
  v_problems jsonb[];
  v_detail text;
  v_details jsonb;
  v_done text;
  v_noted text;
begin
  if p_form.settings @> '{"create_object": false}' then return; end if;
  if p_form.object_type_id is null then return; end if;
  begin
    v_principal := app.form_principal(p_form);
    if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
    v_done := app.act_as(v_principal);
    v_noted := app.invariants_begin();
    object_id := app.form_object_put(p_form, p_values);
    v_done := app.invariants_settle(p_form.tenant_id);
    v_done := app.invariants_resume(v_noted);
    v_done := app.act_back(v_visitor);
  exception when others then
    if sqlstate !~ '^PT4' or sqlstate = 'PT429' then raise; end if;
    get stacked diagnostics v_detail = pg_exception_detail, error = message_text;
    v_problems := app.form_object_problems(p_form, v_detail::jsonb);
    if v_problems is not null then perform app.form_fail(v_problems); end if;
    v_details := v_detail::jsonb->'details';
    if v_details ? 'automation_id' and not v_details ? 'cause' then
      -- An automation rejects it, in words that are meant for the sender.
      perform app.fail(409, 'INVALID_STATE', error);
    end if;
    -- The submission is kept, and people who manage the form see why it has no object.
    object_id := null;
    error := left(error, 2000);
  end;
end $$;
comment on function app.form_object is
  'Makes the object of a submission with the rights of the form (app.form_principal), or changes the one that dedupe_on '
  'finds. Says why not where the visitor could not mend it; 400 names the fields where they could';
