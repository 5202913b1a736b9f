create or replace function app.association_past(p_association app.associations, p_moment timestamptz)
returns app.associations
language plpgsql stable as $$
declare
  v_since timestamptz := app.journal_open_since(p_moment);
  v_low text := app.event_id_from(v_since);
  v_before jsonb;
begin
  p_association.is_hidden := false;
  if p_association.updated_at <= v_since then return p_association; end if;
  select coalesce(j.before, 'null')::jsonb into v_before from app.journal j
  where j.tenant_id = p_association.tenant_id collate "ucs_basic" and j.resource_id = p_association.id and j.resource_type = 'association'
    and j.id >= v_low and j.created_at > v_since
    and (j.created_at > p_moment or app.journal_goes_on(p_association.tenant_id, j.xid, p_moment))
  order by j.created_at, j.id limit 1;
  if not found then return p_association; end if;
  if v_before = 'null' then return null; end if;
  return jsonb_populate_record(p_association, app.jsonb_pick(v_before,
    '{association_type,from_type_id,from_id,to_type_id,to_id,meta,created_at,updated_at}'));
end $$;
comment on function app.association_past is
  'An association as it was at a moment, which the journal tells; null before it was made. Of one that was removed since, p_association has '
  'tenant and id. Whether an object at its ends was in the trash is not looked at';
