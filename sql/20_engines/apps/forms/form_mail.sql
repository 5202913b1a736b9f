create or replace function app.form_mail(p_form app.forms, p_values jsonb, p_object_id text)
returns void
language plpgsql volatile as $$
declare
  v_variables jsonb;
  v_address text;
begin
  if coalesce(p_form.settings->'notify_emails', '[]') = '[]'
    or not app.form_mail_is_open(p_form, p_object_id) then
    return;
  end if;
  v_variables := jsonb_build_object(
    'subject', left('New answer to ' || p_form.name, 300),
    'text', left('There is a new submission of the form "' || p_form.name || '".' || E'\n\n' || coalesce((
      select string_agg((f->>'label') || ': ' || (p_values->>(f->>'name')), E'\n' order by n)
      from jsonb_array_elements(p_form.fields) with ordinality x(f, n)
      where p_values ? (f->>'name')), ''), 20000));
  foreach v_address in array app.addresses_once(array(
    select jsonb_array_elements_text(p_form.settings->'notify_emails'))) loop
    begin
      perform app.message_send(p_form.tenant_id, 'email', v_address, 'message', v_variables);
    exception when sqlstate 'PT429' then
      -- They have had as many mails as anyone gets in an hour: the submission counts all the same.
      null;
    end;
  end loop;
end $$;
comment on function app.form_mail is
  'Queues a mail about a submission to each of notify_emails, in plain text, if the author of '
  'that list may see it';
