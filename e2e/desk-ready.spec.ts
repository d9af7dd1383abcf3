import { nameServerForTest } from '#server/features/ready/testing.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { freePort } from '#tools/free-port.ts'
import { isAccessible } from './axe.ts'
import { colleague, openDesk } from './desk.ts'
import { heading } from './desk-way-in.ts'
import { expect, test } from './test.ts'

const [port, mailPort, namesPort] = [await freePort(), await freePort(), await freePort()]

test.use({
  settings: {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=off`,
    MAIL_FROM: 'Backline <desk@firm.co.za>',
    // Nobody outside is asked for the records of that domain.
    NAME_SERVERS: `127.0.0.1:${namesPort}`,
  },
})

let post: Awaited<ReturnType<typeof openSink>>
let names: Awaited<ReturnType<typeof nameServerForTest>>
test.beforeAll(async () => {
  names = await nameServerForTest({ port: namesPort })
  names.zone.set('firm.co.za', ['v=spf1 -all'])
  post = await openSink({ port: mailPort })
})
test.afterAll(() => Promise.all([post.close(), names.close()]))

test('an owner sees what is left to do, has a letter sent, and confirms by its link that it came', async ({
  page,
  server,
  folder,
}) => {
  // It says so once it has looked, which begins when it listens.
  await expect.poll(() => server.output).toMatch(/not ready for the public: \d+ things; see \/desk\/ready/)
  const olga = await colleague({ folder, url: server.url }, 'owner', 'Olga')
  await openDesk(page, server.url, olga, '/bookings')
  await page.getByRole('link', { name: 'Ready for the public' }).click()
  await expect(heading(page, 'Ready for the public')).toBeVisible()

  const line = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(line('Reached from outside')).toContainText(`http://127.0.0.1:${port} leads to this server.`)
  await expect(line('Address')).toContainText('To mend')
  await expect(line('Second step')).toContainText('In order')
  await expect(line('The proxy before it')).toContainText('without a proxy')
  await expect(line('Limits')).toContainText('RATE_LIMIT=off')
  await expect(line('Privacy, terms, imprint')).toContainText(
    'there are brackets or fillers in /privacy, /terms, /imprint',
  )
  await expect(line('SPF')).toContainText('firm.co.za says who may send for it: v=spf1 -all')
  await expect(line('Sent and read')).toContainText('Nobody has seen yet')
  await isAccessible(page)

  await page.getByRole('button', { name: 'Send me a letter' }).click()
  await expect(page.getByText(`The mail server took it, for ${olga.email}`)).toBeVisible()
  const letter = post.received.at(-1)
  expect(letter?.to).toEqual([olga.email])
  const link = /http\S+\/desk\/ready\?code=\S+/.exec(letter?.mail.text ?? '')?.[0] ?? ''

  await page.goto(link)
  await expect(page.getByLabel('Code of the letter')).toHaveValue(/^\w{4}-\w{4}$/)
  await page.getByRole('button', { name: 'It arrived' }).click()
  await expect(line('Sent and read')).toContainText('A letter arrived, as confirmed on')
  // The check of accessibility has left the window as narrow as a phone, where the menu has the rarer screens.
  await page.getByRole('button', { name: /^Olga/ }).click()
  await page.getByRole('menuitem', { name: 'Log' }).click()
  await expect(page.getByText(/confirmed that a letter of ours had arrived/)).toBeVisible()
})

test('nobody but an owner is shown the page', async ({ page, server, folder }) => {
  const anna = await colleague({ folder, url: server.url }, 'agent', 'Anna')
  await openDesk(page, server.url, anna, '/ready')
  await expect(page.getByText('This is for owners')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ready for the public' })).toHaveCount(0)
})
