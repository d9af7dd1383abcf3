import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { authAppForTest, tokenOf } from '#server/app/testing.ts'
import { openPassword, sealPassword } from '#server/features/team-mailbox/service.ts'
import { insertion, message } from '#server/lib/db/rows-testing.ts'

/** The rights to connect the team's mailbox and to download files. `rehearsals/mailbox` reads a real mailbox. */
const site = await authAppForTest()
afterAll(() => site.close())
const owner = await site.member('owner')
const agent = await site.member('agent')
const viewer = await site.member('viewer')
const newcomer = await site.person()
const bearers = {
  owner: await tokenOf(owner.strong),
  agent: await tokenOf(agent.strong),
  viewer: await tokenOf(viewer.strong),
  'first factor alone': await tokenOf(await site.signedIn(owner)),
  stranger: await tokenOf(await site.signedIn(newcomer)),
}

const input = { host: 'imap.example.com', port: 993, username: 'team', password: 'secret', makes_messages: false }
async function ask(method: string, path: string, change: object = {}, who: keyof typeof bearers = 'owner') {
  const answer = await fetch(`${site.url}/mailbox/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearers[who]}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify({ ...input, ...change }) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, said: () => (JSON.parse(text) as { msg: string }).msg }
}

describe('the team’s mailbox', () => {
  it('[A5] can be connected and tested only by owners with two-step verification', async () => {
    for (const who of ['agent', 'viewer', 'first factor alone', 'stranger'] as const) {
      const heard = [await ask('PUT', '', {}, who), await ask('POST', '/test', {}, who)]
      expect([who, heard.map(({ status }) => status)]).toEqual([who, [403, 403]])
    }
  })

  it('[O2] is refused on a private network and without encryption', async () => {
    for (const host of ['127.0.0.1', '169.254.169.254', '::1', '2130706433', 'localhost']) {
      const answer = await ask('POST', '/test', { host })
      expect([host, answer.status, answer.said()]).toEqual([
        host,
        400,
        'The host name points to a private network, which this server does not access.',
      ])
    }
    for (const host of ['a/b', 'user@imap.example.com', 'imap.example.com:993', 'a b'])
      expect((await ask('POST', '/test', { host })).said()).toContain('Enter the host name of an IMAP server')
    expect(await site.test.asOwner('select from private.team_mailbox')).toEqual([])
  })

  it('[S4] keeps its password encrypted, and sends the stored password to no other host or account', async () => {
    const account = { host: '127.0.0.1', username: 'team' }
    const sealed = await sealPassword(site.auth.cipher, account, 'secret')
    expect(sealed).not.toContain('secret')
    expect(await openPassword(site.auth.cipher, account, sealed)).toBe('secret')
    await site.test.asOwner(
      `insert into private.team_mailbox (host, port, username, sealed_password, makes_messages, uid_validity, last_uid, first_uid_validity)
       values ('127.0.0.1', 993, 'team', $1, false, 1, 0, 1)`,
      [sealed],
    )
    for (const change of [{ host: 'imap.evil.example' }, { host: '127.0.0.1', username: 'other' }])
      expect((await ask('PUT', '', { ...change, password: '' })).said()).toBe('Enter the password of this mailbox.')
    expect((await ask('PUT', '', { host: '127.0.0.1', password: '' })).said()).toContain('private network')
    await site.test.asOwner('update private.team_mailbox set sealed_password = null')
    expect((await ask('PUT', '', { host: '127.0.0.1', password: '' })).said()).toContain('Enter the password again')
    const { data } = await owner.strong.rpc('desk_mailbox')
    expect(JSON.stringify(data)).not.toMatch(/secret|seal/)
  })
})

it('[A5] sends the file of an email only to members, and always as a download', async () => {
  const [id, email] = [randomUUID(), randomUUID()]
  await site.test.asOwner(...insertion('contact_messages', message({ id })))
  await site.test.asOwner(
    `insert into private.visitor_emails (id, message_id, matched_by, kind, is_answer, from_name, from_address, subject, body, quoted, is_cut)
     values ($1, $2, 'thread', 'answer', true, '', '', '', '', '', false)`,
    [email, id],
  )
  await site.test.asOwner(
    "insert into private.email_files values ($1, 0, 'Plän.html', 3, '<b>'), ($1, 1, 'b', 9, null)",
    [email],
  )
  for (const who of ['owner', 'agent', 'viewer'] as const) {
    const { status, headers, text } = await ask('GET', `/files/${email}/0`, {}, who)
    expect([who, status, text]).toEqual([who, 200, '<b>'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Plan.html"; filename*=UTF-8''Pl%C3%A4n.html`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    })
  }
  for (const who of ['first factor alone', 'stranger'] as const)
    expect((await ask('GET', `/files/${email}/0`, {}, who)).status).toBe(403)
  for (const path of [`${email}/1`, `${email}/2`, `${randomUUID()}/0`, `${email}/-1`, 'none/0'])
    expect([path, (await ask('GET', `/files/${path}`)).status]).toEqual([path, 404])
})
