import { Secret, TOTP } from 'otpauth'
import { ask, key } from './servers.ts'

interface Answer {
  id?: string
  access_token?: string
  user?: { id: string }
  totp?: { secret: string }
}

/** An agent who signed up and uses a second factor, and their token, which is valid for an hour. */
export async function enterDesk(url: string, address: string): Promise<{ id: string; token: string }> {
  let token = key
  async function post(path: string, body: object): Promise<Answer> {
    const answer = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
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

/** Milliseconds of that many calls of a function by that person, after one that does not count. */
export async function timeCalls(
  url: string,
  token: string,
  name: string,
  body: object,
  calls: number,
): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call <= calls; call++) {
    const start = performance.now()
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${name} with ${JSON.stringify(body)} was refused: ${said}`)
    times.push(performance.now() - start)
  }
  return times.slice(1)
}
