create or replace function app.file_tag_shown(p_sight jsonb, p_tag app.file_tags)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;
  v_tenant text := p_tag.tenant_id;
  v_id text := p_tag.id;
begin
  return (app.file_tag_json(p_tag)::jsonb || jsonb_build_object('file_count', (
    select count(*) from (
      select 1 from (
        select g.file_id from app.file_taggings g
        where g.tenant_id = v_tenant and g.tag_id = v_id offset 0) g
      cross join lateral (
        select 1 from app.files f
        where f.tenant_id = v_tenant and f.id = g.file_id and not f.is_deleted
          and (p_sight is null or app.file_shows(p_sight, row(f.*)::app.files))
        offset 0) f
      limit v_most) seen)))::json;
end $$;
comment on function app.file_tag_shown is
  'A tag as the API shows it, with how many files have it among those that the caller sees, counted '
  'up to 10,000 (p_sight of app.file_sight)';
