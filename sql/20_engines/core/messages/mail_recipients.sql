create or replace function app.mail_recipients(p_mail jsonb)
returns text[]
language sql immutable as $$
  select array(
    select distinct lower(a) from jsonb_array_elements_text(coalesce(p_mail->'to', '[]')
      || coalesce(p_mail->'cc', '[]') || coalesce(p_mail->'bcc', '[]')) a
    order by 1)
$$;
comment on function app.mail_recipients is
  'Every address that a mail goes to, in lower case, each once';
