create or replace function app.form_mail_is_open(p_form app.forms, p_object_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_visitor jsonb := app.principal();
  v_is_open boolean := true;
  v_author jsonb;
  v_party jsonb;
  v_done text;
begin
  for v_author in select jsonb_array_elements(p_form.authors->'settings') loop
    v_party := app.party(p_form.tenant_id, v_author);
    if v_party is not null then
      perform app.party_check(v_party, 'write', p) from unnest('{forms:manage,email:manage}'::text[]) p;
    end if;
    v_done := app.act_as(app.author_principal(p_form.tenant_id, v_author));
    v_is_open := v_is_open and app.form_submission_shown(
      app.form_sight(p_form.tenant_id), p_form.tenant_id, p_form.object_type_id, p_object_id);
    v_done := app.act_back(v_visitor);
  end loop;
  return v_is_open;
exception when sqlstate 'PT403' then
  return false;
end $$;
comment on function app.form_mail_is_open is
  'Tells whether a submission is mailed to notify_emails: their author may manage forms, send '
  'mails and see the submission''s object, with current rights. Of an author who is gone, only '
  'what no policy hides';
