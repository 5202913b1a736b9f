create or replace function app.mail_without(p_mail jsonb, p_addresses text[])
returns jsonb
language sql immutable as $$
  select case when p_addresses = '{}' then p_mail else p_mail || coalesce((
    select json_object_agg(l.name, coalesce((
      select json_agg(a.value order by a.position)::jsonb
      from jsonb_array_elements_text(p_mail->l.name) with ordinality a(value, position)
      where lower(a.value) <> all (p_addresses)), '[]'))::jsonb
    from unnest(array['to', 'cc', 'bcc']) l(name) where p_mail ? l.name), '{}') end
$$;
comment on function app.mail_without is 'A mail that goes to everyone but some addresses (in lower case)';
