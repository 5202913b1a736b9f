create or replace function app.past_check(p_tenant text, p_moment timestamptz, p_is_in_backups boolean default false)
returns void
language plpgsql stable as $$
declare
  v_created timestamptz := (select t.created_at from app.tenants t where t.tenant_id = p_tenant);
  v_kept timestamptz := (select min(m.month) at time zone 'UTC' from app.journal_months() m);
begin
  if p_moment > clock_timestamp() then
    perform app.past_refuse('future', 'as_of is in the future. Give a moment that has passed.', v_created);
  elsif p_moment < v_created then
    perform app.past_refuse('before_tenant', 'The tenant was made later than as_of.', greatest(v_created, v_kept));
  elsif p_moment < v_kept and not p_is_in_backups then
    perform app.past_refuse('journal', 'The journal, which tells what was removed since, is not kept for so long.', v_kept);
  end if;
end $$;
comment on function app.past_check is
  'Refuses a moment (as_of) of which no state of a tenant can be had: 409 AS_OF_UNAVAILABLE. p_is_in_backups: those of the installation may have it';
