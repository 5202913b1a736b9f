create or replace function app.email_template_merge(p_template app.email_templates, args jsonb)
returns app.email_templates
language plpgsql stable as $$
declare
  v_words text[];
  v_name text;
begin
  -- Its pictures and links may carry what others put into it.
  if args ?| '{subject,html,text,variables}' then perform app.act_check('read', 'objects:read'); end if;
  p_template.name := coalesce(args->>'name', p_template.name);
  p_template.subject := coalesce(args->>'subject', p_template.subject);
  if args ? 'html' then p_template.html := args->>'html'; end if;
  if args ? 'text' then p_template.text := args->>'text'; end if;
  if p_template.html is null and p_template.text is null then
    perform app.invalid('text', 'missing', 'is required unless html is given');
  elsif exists (
    select 1 from app.email_templates t
    where t.tenant_id = p_template.tenant_id and lower(t.name) = lower(p_template.name)
      and t.id is distinct from p_template.id) then
    perform app.taken('name', p_template.name, 'email template');
  end if;
  v_words := array_remove(array[p_template.subject, p_template.html, p_template.text], null);
  if args ? 'variables' then
    p_template.variables := array(select jsonb_array_elements_text(args->'variables'));
    foreach v_name in array array['subject', 'html', 'text'] loop
      perform app.template_check(to_jsonb(case v_name when 'subject' then p_template.subject
        when 'html' then p_template.html else p_template.text end), p_template.variables, v_name);
    end loop;
  else
    -- Those it uses, by the first word of each path.
    p_template.variables := array(
      select distinct split_part((app.template_parse(m[1]))[1], '.', 1)
      from unnest(v_words) w cross join regexp_matches(w, '\{\{([^{}]*)\}\}', 'g') m order by 1);
    perform app.template_check(to_jsonb(v_words), p_template.variables, 'text');
  end if;
  return p_template;
end $$;
comment on function app.email_template_merge is
  'A template of mails with what a request changes. 400 where {{…}} is not well-formed, or not among its variables; left '
  'out, they are those that it uses';
