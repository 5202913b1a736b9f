create or replace function jobs.act(p_tenant text, p_principal jsonb, p_step jsonb)
returns json
language plpgsql volatile as $$
begin
  perform jobs.as_tenant(p_tenant, p_principal);
  return app.act(p_tenant, p_step);
end $$;
comment on function jobs.act is
  'Does one operation as a principal, as app.act says: {id, status, data}';
