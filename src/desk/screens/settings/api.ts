import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOrThrow, Failure } from '#desk/lib/failure.ts'
import { requestServer, supabase } from '#desk/lib/supabase.ts'
import type { ReplyTemplate } from '#shared/contract/desk-records.ts'
import { type DeskSettings, dayOffSchema, deskSettingsSchema } from '#shared/contract/desk-week.ts'
import { backupStatusSchema } from '#shared/contract/operations.ts'
import { futureCallsSchema, visitorErasureSchema } from '#shared/contract/team.ts'
import { deskMailboxSchema, type MailboxInput, mailboxTestSchema } from '#shared/contract/team-mailbox.ts'

const columns = Object.keys(deskSettingsSchema.entries).join(',')

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () =>
    v.parse(deskSettingsSchema, dataOrThrow(await supabase.from('desk_settings').select(columns).single())),
})

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async () => v.parse(backupStatusSchema, dataOrThrow(await supabase.rpc('backup_facts'))),
})

export const settingsConflict = () =>
  new Failure(
    'Someone else changed the settings. The new values are shown, except in fields that you have edited. Check them, then save again.',
    409,
  )

/** Stores the changes, unless another member has changed the settings since they were loaded. */
export async function saveSettings(seen: DeskSettings, change: Partial<DeskSettings>): Promise<void> {
  const answer = await supabase
    .from('desk_settings')
    .update(change)
    .eq('only', true)
    .eq('updated_at', seen.updated_at)
    .select('updated_at')
  const refusal = settingsRefusal(answer.error?.message)
  if (refusal) throw new Failure(refusal, answer.status)
  if (dataOrThrow(answer).length === 0) throw settingsConflict()
}

export const daysOffQuery = queryOptions({
  queryKey: ['days-off'],
  queryFn: async () => {
    const rows = await supabase.from('days_off').select('day,note').order('day').limit(1000)
    return v.parse(v.array(dayOffSchema), dataOrThrow(rows))
  },
})

export async function addDayOff(day: string, note: string): Promise<void> {
  const answer = await supabase.from('days_off').insert({ day, note: note || null })
  if (answer.error?.code === '23505') throw new Failure('This day is already a day off.', 409)
  dataOrThrow(answer)
}

export async function removeDayOff(day: string): Promise<void> {
  dataOrThrow(await supabase.from('days_off').delete().eq('day', day))
}

/** Stores a reply template, unless another member has changed it since it was loaded. */
export async function saveTemplate(
  seen: ReplyTemplate | null,
  text: Pick<ReplyTemplate, 'name' | 'body'>,
): Promise<void> {
  const table = supabase.from('reply_templates')
  const answer = await (seen
    ? table.update(text).eq('id', seen.id).eq('updated_at', seen.updated_at).select('id')
    : table.insert(text).select('id'))
  if (answer.error?.code === '23505') throw new Failure('Another template has this name.', 409)
  if (dataOrThrow(answer).length === 0)
    throw new Failure(
      'Someone else changed or removed this template. Save again to replace their text, or discard yours.',
      409,
    )
}

export async function removeTemplate(id: string): Promise<void> {
  dataOrThrow(await supabase.from('reply_templates').delete().eq('id', id))
}

/** Returns a file with all data about one email address. */
/** The team's mailbox; null if none is connected. Refetched, because the server reads it in the background. */
export const mailboxQuery = queryOptions({
  queryKey: ['mailbox'],
  queryFn: async () => v.parse(deskMailboxSchema, dataOrThrow(await supabase.rpc('desk_mailbox'))),
  refetchInterval: 30_000,
})

export const testMailbox = (input: MailboxInput) => requestServer(mailboxTestSchema, '/mailbox/v1/test', input)

/** Connects the mailbox, or changes the connection. The server refuses a mailbox that it cannot read. */
export const saveMailbox = (input: MailboxInput) => requestServer(deskMailboxSchema, '/mailbox/v1', input, 'PUT')

export async function removeMailbox(): Promise<void> {
  dataOrThrow(await supabase.rpc('remove_mailbox'))
}

export async function exportPerson(address: string): Promise<Blob> {
  const person: unknown = dataOrThrow(await supabase.rpc('export_person', { address }))
  return new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' })
}

export async function erasePerson(address: string) {
  return v.parse(visitorErasureSchema, dataOrThrow(await supabase.rpc('erase_person', { address })))
}

/** The visitor's calls that an erasure would cancel. */
export const callsWith = (address: string) =>
  queryOptions({
    queryKey: ['calls-with', address],
    queryFn: async () => v.parse(futureCallsSchema, dataOrThrow(await supabase.rpc('upcoming_calls', { address }))),
    staleTime: 0,
    gcTime: 0,
  })

/** Error messages for failed database checks. The fields themselves enforce all other limits. */
const words: Readonly<Record<string, string>> = {
  time_zone: 'Unknown time zone. Enter a name such as Europe/Paris.',
  closes: 'The end is before the start.',
  answer_mailboxes: 'One of the addresses is not a valid email address.',
}

/** Returns the reason why the settings were refused; null if the error names no field. */
function settingsRefusal(message = ''): string | null {
  const [, field = ''] = /"desk_settings_(\w+)_check"/.exec(message) ?? []
  return words[field] ?? null
}
