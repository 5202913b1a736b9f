create or replace function app.object_past(
  p_object app.objects, p_moment timestamptz, out state app.objects, out is_lost boolean)
language plpgsql stable as $$
declare
  v_since timestamptz := app.journal_open_since(p_moment);
  v_version app.object_versions;
begin
  is_lost := false;
  if p_object.updated_at <= p_moment and (p_object.updated_at <= v_since
    or not app.journal_goes_on(p_object.tenant_id, app.tx_xid(p_object.tx_id), p_moment)) then
    state := p_object;
    return;
  end if;
  for v_version in
    select * from app.object_versions v
    where v.tenant_id = p_object.tenant_id and v.object_type_id = p_object.object_type_id
      and v.object_id = p_object.id and v.created_at <= p_moment
    order by v.version desc
  loop
    if v_version.created_at <= v_since
      or not app.journal_goes_on(p_object.tenant_id, app.tx_xid(v_version.tx_id), p_moment) then
      state := app.object_as(p_object, v_version);
      state.updated_by := v_version.created_by;
      state.operation := v_version.operation;
      state.tx_id := v_version.tx_id;
      return;
    end if;
  end loop;
  -- Its first state is kept, and is younger: it was made since.
  is_lost := p_object.created_at <= p_moment and p_object.version > 1 and not exists (
    select 1 from app.object_versions v
    where v.tenant_id = p_object.tenant_id and v.object_type_id = p_object.object_type_id
      and v.object_id = p_object.id and v.version = 1);
end $$;
comment on function app.object_past is
  'An object as it was at a moment, in the trash or not; null before it was made, and of a transaction that had not ended by then. '
  'is_lost: its versions do not reach back so far';
