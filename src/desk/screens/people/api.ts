import { type ApiResult, dataOrThrow, Failure } from '#desk/lib/failure.ts'
import { trackedFetch } from '#desk/lib/requests.ts'
import { apiUrl, isOwnServer, projectLacks, publishableKey } from '#desk/lib/server.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { accessToken, supabase } from '#desk/lib/supabase.ts'
import type { StaffRole } from '#shared/contract/team.ts'

/**
 * Invites a person, and then sets the role with a second request, because the auth service stores no roles. Returns
 * true if an email is on its way. People who already have an account receive no email.
 */
export async function invite(person: { email: string; name: string; role: StaffRole }): Promise<boolean> {
  const { email, name, role } = person
  const answer = await trackedFetch(`${apiUrl}/auth/v1/invite`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, data: name ? { name } : {} }),
  }).catch(() => {
    throw new Failure('You are offline. The invitation was not sent.', 0)
  })
  const body = (await answer.json().catch(() => ({}))) as { id?: string; msg?: string; error_code?: string }
  if (answer.ok && body.id) {
    await addOrChangeMember(body.id, role)
    return true
  }
  const hasAccount = body.error_code === 'email_exists'
  const isForOperators = !isOwnServer && (answer.status === 401 || answer.status === 403)
  if (!hasAccount && !isForOperators) throw new Failure(refusal(body, answer.status), answer.status)
  // This person already has an account, so only the role is missing.
  const added = await supabase.rpc('add_member', { address: email, role })
  if (isForOperators && added.status === 404) throw new Failure(projectLacks.invitations, 404)
  dataOrThrow(added)
  return false
}

function refusal({ msg }: { msg?: string }, status: number): string {
  if (status === 403 || status === 401) {
    return 'On this server, only the operator can invite members: npm run auth -- invite ADDRESS ROLE'
  }
  return msg ?? 'The invitation could not be sent.'
}

/** Adds an account to the team, or changes a member's role. */
async function addOrChangeMember(id: string, role: StaffRole): Promise<void> {
  const added = await supabase.from('staff_members').insert({ id, role })
  if (added.error?.code === '23505') await changeRole(id, role)
  else dataOrThrow(added)
}

export async function changeRole(id: string, role: StaffRole): Promise<void> {
  mustHaveChanged(await supabase.from('staff_members').update({ role }).eq('id', id).select('id'))
}

/**
 * Suspends a member or restores a member's access. A suspension ends the member's sessions, but keeps the member's
 * history.
 */
export async function setSuspended(id: string, isStopped: boolean): Promise<void> {
  const disabled_at = isStopped ? new Date(serverNow()).toISOString() : null
  mustHaveChanged(await supabase.from('staff_members').update({ disabled_at }).eq('id', id).select('id'))
}

export async function resetSecondFactor(id: string): Promise<void> {
  dataOrThrow(await supabase.rpc('reset_second_factor', { member: id }))
}

/** If row-level security forbids an update, the database returns no rows and no error. */
function mustHaveChanged(answer: ApiResult<{ id: string }[]>): void {
  if (dataOrThrow(answer).length === 0) throw new Failure('Your role does not allow this.', 403)
}
