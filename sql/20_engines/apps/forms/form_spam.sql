create or replace function app.form_spam(p_form app.forms, p_data jsonb, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_known jsonb := (
    select coalesce(json_object_agg(e.key, left(e.value, 1000))::jsonb, '{}')
    from jsonb_each_text(p_data) e
    where p_form.fields @> jsonb_build_array(jsonb_build_object('name', e.key)));
  v_new app.form_submissions := app.form_submission_add(p_form, 'spam', v_known, args);
  v_done text;
begin
  v_done := app.form_count(p_form, '{"spam": 1}');
  -- Answered as what it would have been: a program is not told that it was found out.
  return json_build_object('submission_id', v_new.id,
    'object_id', case when p_form.object_type_id is not null
      and not p_form.settings @> '{"create_object": false}'
      and p_form.settings->>'dedupe_on' is null then app.new_id('obj') end);
end $$;
comment on function app.form_spam is 'Keeps what a program has filled in, and answers as if it were a submission';
