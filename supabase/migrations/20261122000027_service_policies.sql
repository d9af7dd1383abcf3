-- A program with a service token may do with a row what it was granted, and that is said like every other right: so
-- `service_role` need not be a role that row security does not bind, which only a superuser may make. Decision page 52.
create policy "programs of ours" on public.audit_log for select to service_role using (true);
create policy "programs of ours" on public.contact_messages to service_role using (true) with check (true);
create policy "programs of ours" on public.days_off to service_role using (true) with check (true);
create policy "programs of ours" on public.desk_settings to service_role using (true) with check (true);
create policy "programs of ours" on public.interaction_days for select to service_role using (true);
create policy "programs of ours" on public.notes to service_role using (true) with check (true);
create policy "programs of ours" on public.outbox to service_role using (true) with check (true);
create policy "programs of ours" on public.staff_members to service_role using (true) with check (true);
create policy "programs of ours" on public.strategy_call_bookings to service_role using (true) with check (true);
create policy "programs of ours" on public.user_interactions to service_role using (true) with check (true);
create policy "programs of ours" on public.webhooks to service_role using (true) with check (true);
