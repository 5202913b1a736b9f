create or replace function app.secret_dots(p_sealed text)
returns text
language sql immutable as $$
  select case p_sealed when 'enc:v1:lost' then '•••• lost' else '••••••••' end
$$;
comment on function app.secret_dots is
  'A sealed secret as it is shown: dots, and whether it was lost with its key (src/credentials/lost-secret.ts)';
