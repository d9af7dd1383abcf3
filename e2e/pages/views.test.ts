import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, bookingFields } from '#content/booking.ts'
import { checklistTabs } from '#content/checklists.ts'
import { derivedClaims } from '#content/claims.ts'
import { contact, messageFields } from '#content/contact.ts'
import { counting } from '#content/counting.ts'
import { documents } from '#content/documents.ts'
import { forms } from '#content/forms.ts'
import { navigation } from '#content/navigation.ts'
import { nextSuggestions } from '#content/next-suggestions.ts'
import { packIds } from '#content/packs.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { callLabels } from '#content/strategy-call.ts'
import { successKit } from '#content/success-kit.ts'
import { viewIds, views } from '#content/views.ts'
import { challenges, inquiryTypes, teamSizes } from '#shared/contract/form-rows.ts'
import { optionalBookingLimits } from '#shared/contract/form-rules.ts'
import { addressOf, builtSite, wordsIn } from './built-site.ts'
import { contents, dialogTriggers, wordsOf } from './view-words.ts'

const site = await builtSite()
afterAll(() => site.close())
const { ask, open, pages } = site

const missingIn = (page: Document, wanted: readonly string[]) => {
  const text = wordsIn(page.querySelector('main'))
  return wanted.filter((words) => !text.includes(words.replace(/\s+/g, ' ').toLowerCase()))
}
const hrefs = (scope: ParentNode | null, selector = 'a') =>
  [...(scope?.querySelectorAll(selector) ?? [])].map((link) => link.getAttribute('href') ?? '')

describe.each(viewIds)('%s view without JavaScript', (view) => {
  const page = pages[view]
  const main = page.querySelector('main')

  it("shows the view's title, one heading and all of the view's content", () => {
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect(page.title).toBe(views[view].title)
    expect(missingIn(page, contents[view])).toEqual([])
    // Buttons that would do nothing without JavaScript are absent.
    expect(wordsIn(page.querySelector('footer'))).not.toContain(counting.text.toLowerCase())
  })

  it('links to every other view, the parent view and the documents, and has a target for each link within the page', async () => {
    const footer = hrefs(page.querySelector('footer'))
    const named = navigation.footer.groups.flatMap(({ links }) => links.map(({ target }) => addressOf(target)))
    expect(footer).toEqual(expect.arrayContaining(named))
    expect(footer).toEqual(expect.arrayContaining(Object.keys(documents).map((id) => `/${id}`)))
    const header = page.querySelector('header')
    const top = navigation.top.map(({ target }) => addressOf(target))
    expect(hrefs(header)).toEqual(expect.arrayContaining(top))
    const back = [...(header?.querySelectorAll('a') ?? [])].filter((link) => /^Back to/.test(link.textContent))
    const words = views[view].back
    expect(back.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      words ? [[words.label, addressOf(words.target)]] : [],
    )
    const jumps = hrefs(page, 'a[href^="#"]').filter((href) => href !== '#')
    expect(jumps.filter((href) => !page.getElementById(href.slice(1)))).toEqual([])
  })

  it('has each expected booking button, and opens the same dialog from all of them', () => {
    const buttons = [...(main?.querySelectorAll('button[command=show-modal]') ?? [])]
    for (const button of buttons) expect(button.getAttribute('commandfor')).toBe('booking')
    const count = (label: keyof typeof callLabels) =>
      buttons.filter((button) => wordsIn(button).startsWith(callLabels[label].toLowerCase())).length
    const wanted = dialogTriggers[view]
    expect(buttons).toHaveLength(Object.values(wanted).reduce((sum, some) => sum + some, 0))
    for (const [label, some] of Object.entries(wanted))
      expect(count(label as keyof typeof callLabels), label).toBe(some)
    for (const part of ['header', 'footer'])
      expect(page.querySelectorAll(`${part} button[commandfor=booking]`)).toHaveLength(1)
  })
})

it('shows all six checklists together on one page', async () => {
  const link = [...pages['qa-checklists'].querySelectorAll('a')].find(
    (one) => one.textContent.trim() === qaChecklists.whole.link,
  )
  const page = await open(link?.getAttribute('href') ?? '')
  expect(page.querySelector('h1')?.textContent).toBe(qaChecklists.whole.title)
  expect(
    missingIn(
      page,
      checklistTabs.flatMap(({ list }) => wordsOf(list)),
    ),
  ).toEqual([])
})

describe('the site’s forms', () => {
  const dialog = pages.home.querySelector('dialog form')
  const field = (form: ParentNode | null, name: string) => form?.querySelector(`[name=${name}]`)
  const options = (form: ParentNode | null, name: string) =>
    [...(field(form, name)?.querySelectorAll('option') ?? [])].map((one) => [
      one.getAttribute('value'),
      one.textContent,
    ])

  it('include a booking form with the specified fields and native browser validation', () => {
    expect(field(dialog, 'email')?.getAttribute('type')).toBe('email')
    expect(field(dialog, 'phone')?.getAttribute('type')).toBe('tel')
    expect(field(dialog, 'preferred_time')?.getAttribute('type')).toBe('datetime-local')
    expect(field(dialog, 'preferred_time')?.hasAttribute('step')).toBe(false)
    for (const { name, required } of bookingFields) {
      expect(field(dialog, name)?.hasAttribute('required'), name).toBe(!(name in optionalBookingLimits))
      expect(required, name).toBe(!(name in optionalBookingLimits))
    }
    expect(field(dialog, 'monthly_revenue')).toBeNull()
    expect(wordsIn(dialog?.closest('dialog') ?? null)).toContain(derivedClaims().weeklySlots.toLowerCase())
    const sizes = options(dialog, 'team_size')
    expect(sizes.map(([value]) => value)).toEqual(['', ...teamSizes])
    expect(options(dialog, 'current_challenges').map(([value]) => value)).toEqual(['', ...challenges])
    expect(hrefs(dialog)).toContain('/privacy')
    expect(wordsIn(dialog)).toContain(booking.submit.toLowerCase())
  })

  it('include a message form that lists the kinds of messages, requires every field, and links to the privacy notice', () => {
    const form = pages.contact.querySelector('main form')
    expect(options(form, 'inquiry_type').map(([value]) => value)).toEqual(['', ...inquiryTypes])
    for (const { name } of messageFields) expect(field(form, name)?.hasAttribute('required'), name).toBe(true)
    expect(hrefs(form)).toContain('/privacy')
    const [email] = contact.options.items
    expect(email.href).toMatch(/^mailto:[^@]+@[^@]+$/)
    expect(hrefs(pages.contact.querySelector('main'))).toContain(email.href)
  })
})

it.each(['/no-such-page', '/?view=nope'])(
  'responds to %s with 404, keeps the page out of search engines, and links to the views',
  async (address) => {
    expect((await ask(address)).statusCode).toBe(404)
    const page = await open(address)
    expect(page.querySelector('h1')?.textContent).toBe(forms.notFound.title)
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(hrefs(page.querySelector('header'))).toEqual(
      expect.arrayContaining(['/', '/forms/booking', ...navigation.top.map(({ target }) => addressOf(target))]),
    )
    expect(hrefs(page.querySelector('main'))).toEqual(expect.arrayContaining(viewIds.map(addressOf)))
  },
)

it.each(['/forms/booking', '/nowhere', ...Object.keys(documents).map((id) => `/${id}`)])(
  'provides %s with links to the documents, and with a target for each link within the page',
  async (address) => {
    const page = await open(address)
    const links = Object.keys(documents).map((id) => `/${id}`)
    expect(hrefs(page.querySelector('footer'))).toEqual(expect.arrayContaining(links))
    if (address === '/forms/booking') expect(hrefs(page.querySelector('main'))).toContain('/privacy')
    const jumps = hrefs(page, 'a[href^="#"]')
    expect(jumps.length).toBeGreaterThan(0)
    expect(jumps.filter((href) => !page.getElementById(href.slice(1)))).toEqual([])
  },
)

it('links from Partner 360 to the calculator, and never suggests a pack’s own view after the pack is downloaded', () => {
  expect(hrefs(pages.partner360.querySelector('main'))).toContain(addressOf('roi-calculator'))
  for (const pack of packIds) {
    const own = successKit.resources.find(({ id }) => id === pack)
    expect(own?.hasDetailPage && own.detailView, pack).not.toBe(nextSuggestions[pack].target)
  }
})

it('[A4] publishes no secret in any file, and bundles no demo data with the server', async () => {
  const secret = /service_role|sb_secret_\w{8}|postgres(ql)?:\/\/|PRIVATE KEY|eyJhbGciOi/
  const entries = await readdir('dist/site', { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((_, index) => secret.test(texts[index] ?? ''))).toEqual([])
  const [server = '', demo = ''] = await Promise.all(
    ['dist/server/main.js', 'dist/demo/main.js'].map((file) => readFile(file, 'utf8')),
  )
  const madeUp = /Created a quarter|slow-proposals['"]: \[/
  expect(demo).toMatch(madeUp)
  expect(server).not.toMatch(madeUp)
})
