import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { compileProgram } from '#server/lib/shared-test-resources.ts'
import { testEach } from '#shared/lib/testing.ts'
import { readEmail } from './reading.ts'
import { emailFile } from './samples.ts'
import { limits } from './types.ts'

const reader = pathToFileURL(await compileProgram(new URL('./email-reader.ts', import.meta.url)))
const own = { ownAddresses: [], ownDomain: 'backline.example' }
const read = (source: Buffer, isCut = false, patience?: number) =>
  readEmail(
    { reader, log: pino({ level: 'silent' }) },
    { source, isCut, ...own },
    new AbortController().signal,
    patience,
  )

const mixed = { 'Content-Type': 'multipart/mixed; boundary=x' }
const part = '--x\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename=a.zip\r\n\r\nPK\r\n'
const nested = Array.from(
  { length: 3000 },
  (_, depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n\r\n`,
).join('')
/** Each email, and whether only a part of it is stored. */
const bombs: Record<string, () => [source: Buffer, isCut: boolean]> = {
  'parts within parts': () => [emailFile({ 'Content-Type': 'multipart/mixed; boundary=b0' }, nested), true],
  '10,000 attachments': () => [emailFile(mixed, part.repeat(10_000)), true],
  'a huge header': () => [emailFile({ 'X-A': 'a'.repeat(3_000_000) }, 'Hi'), true],
  'tags within tags': () => [emailFile({}, `<blockquote type="cite"><div><b>`.repeat(30_000), 'html'), false],
  'a long line of quotes': () => [emailFile({}, '>'.repeat(5_000_000)), true],
  'many introductions': () => [emailFile({}, 'On 1:00 <a@b.example> wrote:\n'.repeat(200_000)), true],
  'an unfinished part': () => [emailFile(mixed, '--x\r\nContent-Type: text/html; charset=none\r\n\r\n<p>Hi'), false],
  'broken encodings': () => [emailFile({ 'Content-Transfer-Encoding': 'base64' }, '\xff=?=?'), false],
}

it(
  '[O2] reads hostile emails within its limits, at least their sender and subject',
  testEach(Object.entries(bombs), async (name, make) => {
    const [source, isCut] = make()
    const { email, files } = await read(source)
    const { from_address: from, subject, is_cut } = email
    expect([name, from, subject, is_cut]).toEqual([name, 'ann@harbour.example', 'Re: Your call', isCut])
    expect(email.body.length).toBeLessThanOrEqual(limits.text)
    expect(files.length).toBeLessThanOrEqual(limits.files)
  }),
)

it('[O2] gives up on an email that takes too long, without losing the emails after it', async () => {
  const { email } = await read(emailFile({}, 'Hello'), false, 0)
  expect(email).toMatchObject({
    from_address: '',
    is_cut: true,
    fingerprint: expect.any(String) as string,
  })
  expect((await read(emailFile({}, 'Hello'))).email.body).toBe('Hello')
})

it('stores the files of an email up to a limit, and none of an email that was cut', async () => {
  const file = (bytes: number) => part.replace('PK', 'a'.repeat(bytes))
  const large = emailFile(mixed, `${file(6_000_000)}${file(6_000_000)}${file(10)}--x--`)
  expect((await read(large)).files.map((one) => one !== null)).toEqual([true, false, false])
  expect((await read(large, true)).files).toEqual([null, null, null])
})
