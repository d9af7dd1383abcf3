import { Secret, TOTP } from 'otpauth'
import { key } from './contestants.ts'
import { ask } from './databases.ts'

interface Answer {
  id?: string
  access_token?: string
  user?: { id: string }
  totp?: { secret: string }
}

/** An agent with a second factor, and their token. */
export async function enterDesk(url: string, address: string): Promise<{ id: string; token: string }> {
  let token = ''
  async function post(path: string, body: object): Promise<Answer> {
    const answer = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: key,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200)
      throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    const content = (await answer.json()) as Answer
    token = content.access_token ?? token
    return content
  }
  const { user } = await post('signup', { email: 'anna@example.com', password: 'a long row of words' })
  const id = user?.id ?? ''
  await ask(address, `insert into public.staff_members (id, role) values ($1, 'agent')`, [id])
  const factor = await post('factors', { factor_type: 'totp' })
  const challenge = await post(`factors/${factor.id}/challenge`, {})
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp?.secret ?? '') }).generate()
  await post(`factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
  return { id, token }
}
