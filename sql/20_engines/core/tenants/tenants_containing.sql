create or replace function app.tenants_containing(p_text text, p_limit integer)
returns text[]
language plpgsql stable set enable_indexscan = off as $$
declare v_part text := app.like_part(p_text);
begin
  if (length(p_text) >= 3) is not true then return null; end if;
  return array(
    select t.tenant_id from app.tenants t
    where (t.name || E'\x01' || t.slug || E'\x01' || coalesce(t.owner_email, '')) ilike v_part
    limit p_limit);
end $$;
comment on function app.tenants_containing is
  'The ids of up to p_limit tenants that hold a text in name, slug or the owner''s address, in no '
  'order; null for a text of less than three characters, which the index cannot find';
