create or replace function app.form_shows(
  p_tenant text, p_definition jsonb, p_show_if jsonb, p_values jsonb, p_path text)
returns boolean
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_filter app.filter;
  v_done text;
begin
  -- A visitor fills in what others have asked: their rights have nothing to do with it.
  v_done := app.act_as('{"type":"system","id":"forms","scopes":["read"]}');
  v_filter := app.json_filter(p_tenant, p_definition, p_show_if, p_path);
  v_done := app.act_back(v_principal);
  return app.json_filter_holds(v_filter, p_values);
end $$;
comment on function app.form_shows is
  'Tells whether a field with a show_if is there, given the values of the fields before it; 400 '
  'for an invalid condition';
