create or replace function app.form_find(p_tenant text, p_id text)
returns app.forms
language plpgsql stable as $$
declare v_form app.forms;
begin
  select * into v_form from app.forms f where f.tenant_id = p_tenant and f.id = p_id;
  if not found then perform app.not_found('form', p_id); end if;
  return v_form;
end $$;
comment on function app.form_find is 'A form by id, or 404';
