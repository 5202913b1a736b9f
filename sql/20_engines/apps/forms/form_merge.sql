create or replace function app.form_merge(p_form app.forms, args jsonb)
returns app.forms
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_reference text := case when args ? 'object_type_id' then args->>'object_type_id'
    else p_form.object_type_id end;
  v_authors jsonb := coalesce(p_form.authors, '{}');
  v_part text;
begin
  if args ? 'name' then p_form.name := args->>'name'; end if;
  if v_reference is not null then
    perform app.act_check('write', 'objects:write');
    v_type := app.object_type_hold(p_form.tenant_id, v_reference);
  end if;
  perform app.form_type_check(p_form) where p_form.object_type_id is distinct from v_type.id;
  if args @? '$.settings.notify_emails[*]' then perform app.act_check('write', 'email:manage'); end if;
  p_form.object_type_id := v_type.id;
  -- A setting that is left out has its default, and so does that default itself, until another
  -- value is there.
  p_form.settings := coalesce(p_form.settings, '{}') || coalesce((
    select json_object_agg(s.key, s.value)::jsonb from jsonb_each(args->'settings') s
    where p_form.settings ? s.key or s.value is distinct from app.form_defaults()->s.key), '{}');
  p_form.fields := (
    select coalesce(json_agg(app.form_field_fitted(v_type, f) order by n)::jsonb, '[]')
    from jsonb_array_elements(coalesce(args->'fields', p_form.fields)) with ordinality x(f, n));
  if p_form.plan is null or args ?| '{fields,object_type_id}' then
    for i in 0 .. jsonb_array_length(p_form.fields) - 1 loop
      perform app.form_field_check(
        p_form.tenant_id, v_type, p_form.fields->i, format('fields[%s]', i));
    end loop;
    p_form.plan := app.form_plan(p_form.tenant_id, p_form.fields);
  end if;
  p_form := app.form_settings_check(p_form);
  -- A part that is sent again, though it says the same, is the sender's from then on.
  foreach v_part in array '{fields,settings,object_type_id}'::text[] loop
    continue when v_authors ? v_part and not args ? v_part;
    v_authors := app.authors_set(v_authors, v_part);
    p_form.actor := app.author();
  end loop;
  p_form.authors := v_authors;
  return p_form;
end $$;
comment on function app.form_merge is
  'A form with the fields that callers set: name, object_type_id, fields, settings, which merge; and who has '
  'last written them. 400, 404 for a type that is not there';
