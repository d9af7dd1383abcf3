import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { ask } from './databases.ts'

/** The access token of somebody at the desk, who signed up, enrolled a second factor and used it. */
export async function deskToken(url: string, key: string, address: string): Promise<string> {
  const call = async <Answer>(path: string, token: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const account = { email: 'desk@example.com', password: randomBytes(15).toString('base64url') }
  const { access_token, user } = await call<{ access_token: string; user: { id: string } }>(
    'signup',
    key,
    account,
  )
  await ask(address, 'insert into staff_members (id, role) values ($1, $2)', [user.id, 'viewer'])
  const factor = await call<{ id: string; totp: { secret: string } }>('factors', access_token, {
    factor_type: 'totp',
  })
  const { id } = await call<{ id: string }>(`factors/${factor.id}/challenge`, access_token, {})
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  const verified = await call<{ access_token: string }>(`factors/${factor.id}/verify`, access_token, {
    challenge_id: id,
    code,
  })
  return verified.access_token
}
