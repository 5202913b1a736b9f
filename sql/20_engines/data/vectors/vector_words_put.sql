create or replace function app.vector_words_put(p_tenant text, p_collection text, p_id text, p_text text)
returns void
language plpgsql volatile as $$
declare v_document tsvector := app.words(coalesce(p_text, ''));
begin
  if v_document = '' then
    delete from app.vector_words w
    where w.tenant_id = p_tenant and w.collection = p_collection and w.id = p_id;
  else
    insert into app.vector_words (tenant_id, collection, id, document)
    values (p_tenant, p_collection, p_id, v_document)
    on conflict (tenant_id, collection, id) do update set document = excluded.document;
  end if;
end $$;
comment on function app.vector_words_put is 'Keeps the words of a vector''s text for full text search; none for a text without any';
