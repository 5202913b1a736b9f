create or replace function app.act_as(p_principal jsonb)
returns text
language sql volatile as $$
  select set_config('app.principal', coalesce(p_principal::text, ''), true)
$$;
comment on function app.act_as is
  'Makes a principal the one that acts (app.principal), until app.act_back or the end of the transaction; null clears it. '
  'One expression, which PostgreSQL inlines: it costs no statement. An error that is caught puts back who acted before';
