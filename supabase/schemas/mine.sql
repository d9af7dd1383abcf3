-- The start page of a member. Returns at most 50 items of each part, and the number of records that need the caller,
-- without calls. Calls cover more than a day, because only the desk knows the caller's time zone.
create function public.desk_mine() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  me constant uuid := auth.uid();
  today constant date := (select (now() at time zone s.time_zone)::date from public.desk_settings s);
  promise constant text[] := '{created_at,answered_at,answer_hours,unanswered_since,due_at}';
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    with item (part, booking, message, place, is_needed, more) as (
      -- The team's turn.
      select 'due', b.id, null::uuid, extract(epoch from b.due_at), true,
        private.picked(to_jsonb(b), promise) || jsonb_build_object('state', private.booking_state(b, now()))
      from public.strategy_call_bookings b
      where b.assigned_to = me and b.due_at is not null and b.unanswered_since <= now()
      union all
      select 'due', null, m.id, extract(epoch from m.due_at), true,
        private.picked(to_jsonb(m), promise) || jsonb_build_object('state', private.message_state(m, now()))
      from public.contact_messages m where m.assigned_to = me and m.due_at is not null and m.unanswered_since <= now()
      union all
      select 'steps', b.id, null, extract(epoch from n.next_step_on), n.next_step_on <= today,
        jsonb_build_object('step', n.next_step, 'on', n.next_step_on)
      from public.strategy_call_bookings b cross join private.open_steps(b) n
      where b.follow_up_on is not null and n.next_step_by = me
      union all
      select 'calls', b.id, null, extract(epoch from b.call_at), false,
        jsonb_build_object('starts', lower(b.confirmed), 'ends', upper(b.confirmed))
      from public.strategy_call_bookings b
      where b.status = 'confirmed' and b.assigned_to = me
        and b.call_at between now() - interval '25 hours' and now() + interval '25 hours'
      union all
      select 'news', n.booking_id, n.message_id, -extract(epoch from n.at), true, to_jsonb(n) from (
        select h.booking_id, h.message_id, h.kind, h.given_at as at, h.given_by as by, null as body
        from private.handovers h where h.person = me and h.seen_at is null
        union all
        select n.booking_id, n.message_id, 'mention', n.created_at, n.author, left(n.body, 300)
        from private.mentions m join public.notes n on n.id = m.note where m.person = me and m.seen_at is null
      ) n
    ),
    part as (
      select i.part, jsonb_path_query_array(jsonb_agg(i.more || jsonb_build_object(
        'what', case when i.message is null then 'booking' else 'message' end, 'id', coalesce(i.booking, i.message),
        'name', coalesce(b.name, m.name), 'company', coalesce(b.company, m.company)
      ) order by i.place, i.booking, i.message), '$[0 to 49]') as items
      from item i
      left join public.strategy_call_bookings b on b.id = i.booking
      left join public.contact_messages m on m.id = i.message
      group by i.part
    )
    select '{"due": [], "steps": [], "calls": [], "news": []}' || coalesce(jsonb_object_agg(p.part, p.items), '{}')
      || jsonb_build_object('today', today, 'mailbox_unread_since', (
        -- Short failures end without anyone's help.
        select b.failing_since from private.team_mailbox b
        where private.staff_role() = 'owner' and b.failing_since < now() - interval '10 minutes'
      ), 'count', (
        select count(distinct coalesce(i.booking, i.message)) from item i where i.is_needed
      ))
    from part p
  );
end
$$;
grant execute on function public.desk_mine() to authenticated;
