-- Templates for replies, which owners manage. The desk fills in all fields except the link, because the link
-- contains a key.
create table public.reply_templates (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  body text not null,

  constraint reply_templates_pkey primary key (id),
  constraint reply_templates_name_key unique (name),
  constraint reply_templates_name_check check (char_length(name) between 1 and 60),
  constraint reply_templates_body_check check (
    body <> '' and char_length(body) <= 5000 and body !~ '[{](?!(name|company|time|link)[}])'
  )
);

-- Inserted before the triggers exist, so that the log does not name an author.
insert into public.reply_templates (name, body) values
  ('Thank you, let us talk', E'Hello {name},\n\nthank you for writing to us. The quickest way forward is a 30-minute call. Choose a time that suits you here.\n\n{link}'),
  ('Before our call', E'Hello {name},\n\nwe look forward to our call: {time}. Please have one recent customer request at hand; you need nothing else.\n\nIf the time no longer suits you, choose another here.\n\n{link}'),
  ('Two questions first', E'Hello {name},\n\nthank you for telling us about {company}. Two questions before we answer:\n\n1. How many people work on projects with you?\n2. By when do you need help?');

comment on table public.reply_templates is 'Opening texts for replies.';

alter table public.reply_templates enable row level security;

grant select, delete on public.reply_templates to authenticated, service_role;
grant insert (id, name, body), update (name, body) on public.reply_templates to authenticated, service_role;

create policy "members read templates" on public.reply_templates
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "owners add templates" on public.reply_templates
  for insert to authenticated with check ((select private.staff_role()) = 'owner');

create policy "owners change templates" on public.reply_templates
  for update to authenticated
  using ((select private.staff_role()) = 'owner') with check ((select private.staff_role()) = 'owner');

create policy "owners remove templates" on public.reply_templates
  for delete to authenticated using ((select private.staff_role()) = 'owner');

create policy "service role" on public.reply_templates to service_role using (true) with check (true);

create trigger before_save before insert or update on public.reply_templates
  for each row execute function private.normalize_template();

create trigger record after insert or update or delete on public.reply_templates
  for each row execute function private.record_template();

create function private.normalize_template() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new.name := private.trimmed(new.name);
  new.body := private.trimmed(new.body);
  new.updated_at := now();
  return new;
end
$$;

create function private.record_template() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.record(
    case tg_op when 'DELETE' then 'template_removed' else 'template_saved' end, 'reply_templates', coalesce(new.id, old.id)
  );
  return null;
end
$$;
