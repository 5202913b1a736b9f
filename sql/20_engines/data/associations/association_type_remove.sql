create or replace function app.association_type_remove(p_rule app.association_types)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  delete from app.association_types t
  where t.tenant_id = p_rule.tenant_id and t.id = p_rule.id;
  v_done := app.journal_write(p_rule.tenant_id, 'association_type.deleted', 'association_type',
    p_rule.id, null, app.association_type_json(p_rule));
end $$;
comment on function app.association_type_remove is
  'Removes an association type; the associations of its name stay, without rules';
