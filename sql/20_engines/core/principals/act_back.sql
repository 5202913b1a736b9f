create or replace function app.act_back(p_principal jsonb)
returns text
language sql volatile as $$
  select set_config('app.principal', coalesce(p_principal::text, ''), true)
$$;
comment on function app.act_back is
  'Ends app.act_as: the principal that acted before, as app.principal showed it then, acts again';
