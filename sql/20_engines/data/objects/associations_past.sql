create or replace function app.associations_past(p_tenant text, p_moment timestamptz, p_is_part boolean)
returns setof app.associations
language plpgsql stable as $$
declare
  v_since timestamptz := case when p_is_part then app.journal_open_since(p_moment) else '-infinity' end;
  v_low text := app.event_id_from(app.journal_open_since(p_moment));
  v_gone text[] := array(
    select distinct j.resource_id from app.journal j
    where j.tenant_id = p_tenant collate "ucs_basic" and j.type collate "C" = 'association.deleted'
      and j.resource_type = 'association' and j.id >= v_low);
  v_none app.associations;
begin
  v_none.tenant_id := p_tenant;
  return query
    select (c.past).* from (
      select app.association_past(row(a.*)::app.associations, p_moment) as past from app.associations a
      where a.tenant_id = p_tenant and (a.is_hidden or a.updated_at > v_since)
      union all
      select app.association_past(jsonb_populate_record(v_none, jsonb_build_object('id', g)), p_moment)
      from unnest(v_gone) g
      where not exists (select 1 from app.associations a where a.tenant_id = p_tenant and a.id = g)
      offset 0) c
    where (c.past).from_id is not null
      and app.object_lived(p_tenant, (c.past).from_type_id, (c.past).from_id, p_moment)
      and app.object_lived(p_tenant, (c.past).to_type_id, (c.past).to_id, p_moment);
end $$;
comment on function app.associations_past is
  'The associations that were there at a moment, between objects that were. p_is_part: only those that may be different now';
