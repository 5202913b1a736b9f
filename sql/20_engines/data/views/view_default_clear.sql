create or replace function app.view_default_clear(p_view app.views)
returns void
language plpgsql volatile as $$
declare
  v_old app.views;
  v_new app.views;
  v_now timestamptz;
  v_done text;
begin
  select * into v_old from app.views v
  where v.tenant_id = p_view.tenant_id and v.object_type_id = p_view.object_type_id
    and v.is_default and v.id <> p_view.id
  for update;
  if not found then return; end if;
  v_now := clock_timestamp();
  update app.views v set is_default = false, updated_at = v_now
  where v.tenant_id = v_old.tenant_id and v.object_type_id = v_old.object_type_id
    and v.id = v_old.id returning * into v_new;
  v_done := app.journal_view('view.updated', v_old, v_new);
end $$;
comment on function app.view_default_clear is
  'Another view is about to be the default of its type: the one that was no longer is';
