create or replace function app.email_template_filled(
  p_template app.email_templates, p_variables jsonb)
returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    -- One line, so that a value cannot begin a header.
    'subject', left(regexp_replace(
      app.template_text(p_template.subject, p_variables) #>> '{}', '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 300),
    'text', to_jsonb(app.template_text(p_template.text, p_variables) #>> '{}'),
    'html', app.template_text(p_template.html, p_variables, true)))
$$;
comment on function app.email_template_filled is
  'Fills in a template of mails, {subject, text, html}: values are escaped in its HTML. 400 for '
  'one that is missing and has no default';
