create or replace function app.mail_content(p_tenant text, p_mail jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_words jsonb := p_mail;
  v_template app.email_templates;
begin
  if p_mail ?| '{template_id,template}' then
    v_template := app.email_template_find(p_tenant,
      coalesce(p_mail->>'template_id', p_mail->>'template'));
    v_words := app.email_template_filled(v_template, coalesce(p_mail->'variables', '{}'))
      -- The mail's own text has precedence.
      || jsonb_strip_nulls(app.jsonb_pick(p_mail, '{subject,text,html}'));
  end if;
  if v_words->>'subject' is null then
    perform app.invalid('subject', 'missing', 'is required unless a template is given');
  elsif v_words->>'text' is null and v_words->>'html' is null then
    perform app.invalid('text', 'missing', 'is required unless html or a template is given');
  end if;
  return jsonb_strip_nulls(app.jsonb_pick(v_words, '{subject,text,html}'));
end $$;
comment on function app.mail_content is
  'Returns the content of a mail, {subject, text, html}: its own text, or its template with the '
  'variables filled in. 400 where something is missing';
