import { describe, expect, it } from 'vitest'
import { challenges, inquiryTypes, teamSizes } from '#shared/contract/form-rows.ts'
import { maxYearsAhead } from '#shared/contract/form-rules.ts'
import { testEach } from '#shared/lib/testing.ts'
import { about } from './about.ts'
import { booking, bookingFields, challengeLabels, teamSizeLabels } from './booking.ts'
import { claims, derivedClaims } from './claims.ts'
import { contact, inquiryTypeLabels } from './contact.ts'
import { partnerCountries } from './countries.ts'
import { timeRefusals } from './form-refusals.ts'
import { home, programPhases, proposalRuler } from './home.ts'
import { countInWords } from './number-words.ts'
import { partner360, planPhases } from './partner360.ts'
import { qaChecklists } from './qa-checklists.ts'
import { services } from './services.ts'
import { callLabels } from './strategy-call.ts'
import { successKit } from './success-kit.ts'
import { applyEdits, plural } from './tree.ts'
import { type ViewId, viewIds, views } from './views.ts'
import { callPage } from './visitor-call.ts'

// These tests compare the original texts with the specification.
applyEdits({})

/** Returns the number in a displayed value: 2500 for '$2,500', 12.5 for '12.5MB'. */
const amount = (shown: string) => Number(shown.replace(/[^\d.]/g, ''))

/** Every string in `node`, at any depth. */
const sentences = (node: unknown): string[] => {
  if (typeof node === 'string') return [node]
  return node !== null && typeof node === 'object' ? Object.values(node).flatMap(sentences) : []
}

const expectSaid = (content: unknown, phrases: readonly string[]) => {
  const text = sentences(content).join('\n')
  for (const phrase of phrases) expect(text).toContain(phrase)
}

/** The number of cards per filter, in the filters' order. */
const perFilter = (page: {
  readonly filters: readonly { readonly id: string }[]
  readonly cards: readonly { readonly category: string }[]
}) => page.filters.map(({ id }) => page.cards.filter((card) => id === 'all' || card.category === id).length)

const unique = <T>(list: readonly T[]) => [...new Set(list)]

describe('site navigation', () => {
  it('lists the nine specified views first, in the specified order', () => {
    const specified: readonly ViewId[] = [
      ...(['home', 'services', 'partner360', 'success-kit', 'delivery-frameworks'] as const),
      ...(['qa-checklists', 'about', 'contact', 'roi-calculator'] as const),
    ]
    expect(viewIds.slice(0, specified.length)).toEqual(specified)
  })

  it('leads back from a detail view to the success kit, and from every other view to home', () => {
    const toHome = { target: 'home', label: 'Back to Home' }
    const toKit = { target: 'success-kit', label: 'Back to Success Kit' }
    const fromKit: readonly ViewId[] = ['delivery-frameworks', 'qa-checklists']
    for (const id of viewIds) {
      const expected = id === 'home' ? null : fromKit.includes(id) ? toKit : toHome
      expect(views[id].back, id).toEqual(expected)
    }
  })
})

describe('home view', () => {
  it('has 5 pain points, at least 6 answers, and 3 stacks', () => {
    expect(home.painPoints.cards).toHaveLength(5)
    expect(home.solution.cards.length).toBeGreaterThanOrEqual(6)
    expect(home.solution.text).toMatch(new RegExp(`^${countInWords(home.solution.cards.length)} answers`, 'i'))
    expect(home.partner360.stacks).toHaveLength(3)
  })

  it('offers 3 resources whose values add up to the total', () => {
    const { cards, total } = home.resources
    expect(cards.map((card) => card.value)).toEqual(['$2,500', '$1,800', '$1,200'])
    expect(cards.reduce((sum, card) => sum + amount(card.value), 0)).toBe(5500)
    expect(amount(total)).toBe(5500)
    expect(cards.map((card) => card.downloads)).toEqual(['15,000+', '8,500+', '12,200+'])
    expect(cards.map((card) => card.target)).toEqual(['success-kit', 'delivery-frameworks', 'qa-checklists'])
  })

  it('states the specified marketing claims', () => {
    expectSaid(home, ['3X', '50%', '10+', '9 countries', '4.9/5', '$500', '30 minutes', '1–12 h', '4–6 hours'])
    expectSaid(home, ['30-day money-back guarantee', 'No setup fees or contracts', '5 slots a week', '24 hours'])
    expect(partnerCountries.map(({ country }) => country)).toEqual(['USA', 'South Africa', 'New Zealand', 'Australia'])
    for (const { country } of partnerCountries) expect(claims.countryNames).toContain(country)
  })
})

describe.each([
  ['services', services, services.services, ['proposals', 'development', 'management', 'consulting']],
  ['resources', successKit, successKit.resources, ['proposals', 'delivery', 'business', 'consulting']],
] as const)('%s list', (name, { filters, defaultFilter, shown: sentences }, cards, categories) => {
  it('shows 8 cards under 5 filters, with at least one card under each filter', () => {
    expect(unique(cards.map(({ id }) => id))).toHaveLength(8)
    expect(filters.map(({ id }) => id)).toEqual(['all', ...categories])
    expect(defaultFilter).toBe('all')
    const shown = perFilter({ filters, cards })
    expect(shown[0]).toBe(8)
    expect(Math.min(...shown)).toBeGreaterThan(0)
  })

  it('uses the singular for one card and the plural for other numbers of cards', () => {
    const words = [`0 ${name} shown`, `1 ${name.slice(0, -1)} shown`, `8 ${name} shown`]
    expect([0, 1, 8].map((count) => plural(count, sentences))).toEqual(words)
  })
})

describe('services view', () => {
  it(
    'gives each card 4 to 6 features, 3 or 4 deliverables and a one-line result',
    testEach(services.services, (card) => {
      expect([4, 5, 6]).toContain(card.features.length)
      expect([3, 4]).toContain(card.deliverables.length)
      expect(card.result).toMatch(/^.{10,80}$/)
      expect(card.duration).toMatch(/^.{1,8}$/)
    }),
  )

  it('states the specified marketing claims', () => {
    expect(services.claims.map(({ value }) => value)).toEqual(['300+', '4.8–4.9/5', '99.9%', '95%', '60+'])
    expectSaid(services.banner, ['30 minutes', '$500', '24 hours'])
    expectSaid(services.services, ['Most proposals back in 4–6 hours', '1–12 h', '60+ apps', '24/7'])
    expect(callLabels.service).toBe('Get Started')
  })
})

describe('partner 360 view', () => {
  it('has 3 stacks, 6 benefits and the specified stats', () => {
    expect(partner360.stacks.items).toHaveLength(3)
    for (const stack of partner360.stacks.items) {
      expect(stack.features.length).toBeGreaterThan(0)
      expect(stack.outcomes.length).toBeGreaterThan(0)
    }
    expect(partner360.benefits.items).toHaveLength(6)
    expect(partner360.hero.stats.map(({ value }) => value)).toEqual(['10+', '3X', '90%'])
  })

  it('plans weeks 1 to 12 in 4 phases without gaps', () => {
    expect(planPhases().map(({ weeks }) => weeks)).toEqual(['Weeks 1–2', 'Weeks 3–6', 'Weeks 7–10', 'Weeks 11–12'])
    expect(programPhases().map(({ title }) => title)).toEqual(planPhases().map(({ title }) => title))
    expect(derivedClaims().programWeeks).toBe('12')
  })
})

describe('proposal time', () => {
  const { startLabel, endLabel } = home.hero.ruler

  it('is the same in the drawings on the home and about views, and is within the typical range', () => {
    const { sent, back } = about.vision.chart
    const { hours, most, steps } = proposalRuler()
    const took = steps.at(-1)?.to ?? 0
    expect(back.hour - sent.hour).toBe(took)
    expect([startLabel.slice(0, 5), endLabel.slice(0, 5)]).toEqual([sent.label, back.label])
    expect(home.hero.proposal.hour).toBe(back.label)
    expect(claims.proposalTypical).toBe(`${most.from}–${most.to} hours`)
    expect(took).toBeGreaterThanOrEqual(most.from)
    expect(took).toBeLessThanOrEqual(most.to)
    expect(claims.proposalTime).toBe(`1–${hours} hours`)
  })
})

describe('success kit view', () => {
  const { resources } = successKit

  it('states pack sizes from 3.2MB to 12.5MB, and describes them as upper bounds', () => {
    const sizes = resources.map(({ downloadSize }) => amount(downloadSize))
    expect(Math.min(...sizes)).toBe(3.2)
    expect(Math.max(...sizes)).toBe(12.5)
    for (const { downloadSize } of resources) expect(downloadSize).toMatch(/^\d+(\.\d)?MB$/)
    expect(successKit.sizeLabel('122 kB', '3.2MB')).toBe('122 kB today, up to 3.2MB in later editions.')
  })

  it('marks fewer than half of the cards as popular, and gives two cards a detail view', () => {
    const popular = resources.filter((card) => card.popular)
    expect(popular.length).toBeGreaterThan(0)
    expect(popular.length).toBeLessThan(resources.length / 2)
    const opened = resources.flatMap((card) => (card.hasDetailPage ? [`${card.title}: ${card.detailView}`] : []))
    expect(opened).toEqual(['Project Delivery Framework: delivery-frameworks', 'QA Checklist: qa-checklists'])
    expect(successKit.downloadLabel).toBe('Download Free')
  })

  it('has 3 testimonials, each rated out of 5', () => {
    expect(successKit.testimonials).toHaveLength(3)
    for (const { rating } of successKit.testimonials) {
      expect(rating).toBeGreaterThanOrEqual(1)
      expect(rating).toBeLessThanOrEqual(5)
    }
  })

  it('states the actual numbers of resources, checkpoints and checklists in the hero', () => {
    const values = successKit.hero.facts.map(({ value }) => value)
    expect(values.slice(0, 3)).toEqual([String(resources.length), claims.checkpoints, String(qaChecklists.tabs.length)])
  })
})

describe('about and contact views', () => {
  it('have 4 values, 3 contact options, 4 regions and 4 questions', () => {
    expect(about.values.items).toHaveLength(4)
    expect(contact.options.items.map(({ id }) => id)).toEqual(['email', 'whatsapp', 'social'])
    const regions = contact.regions.items.map(({ region }) => region)
    expect(regions).toEqual(['Global Headquarters', 'Asia Pacific', 'Americas', 'EMEA'])
    expect(contact.faqs.items).toHaveLength(4)
  })

  it('state the specified marketing claims', () => {
    expectSaid(about, ['10+', '9 countries', '4.9/5', '30-day money-back guarantee', '$500'])
  })
})

describe('form texts', () => {
  it('contain a label for each option, in the same order as the API contract', () => {
    expect(Object.keys(inquiryTypeLabels)).toEqual([...inquiryTypes])
    const specified = [
      'Partner 360 Program',
      'Service Inquiry',
      'Partnership Opportunity',
      'Technical Support',
      'Other',
    ]
    expect(Object.values(inquiryTypeLabels)).toEqual(specified)
    expect(Object.keys(teamSizeLabels)).toEqual([...teamSizes])
    expect(Object.values(teamSizeLabels)).toEqual(['1 (Just me)', '2-5', '6-10', '11-25', '25+'])
    expect(Object.keys(challengeLabels)).toEqual([...challenges])
    expect(unique(Object.values(challengeLabels))).toHaveLength(7)
  })

  it('keep the exact sentences from the specification', () => {
    expect(booking.submitting).toBe('Submitting...')
    expect(booking.failure).toBe('Failed to submit booking. Please try again or contact us directly.')
    expect(contact.form.failure).toBe('Failed to send your message. Please try again or contact us directly.')
  })

  it("state the call's length and value, the answer time, and the number of slots a week", () => {
    expectSaid(booking, ['30 minutes', '$500', '24 hours', '5 slots a week'])
  })
})

describe('strategic consulting', () => {
  it('has the same duration in the home and services views', () => {
    const consulting = home.solution.cards.find(({ title }) => title === 'Strategic consulting')
    const listed = services.services.find(({ title }) => title === consulting?.title)
    expect(listed).toBeDefined()
    expect(consulting?.figureLabel).toBe(listed?.durationNote)
    expect(amount(consulting?.figure ?? '')).toBe(amount(listed?.duration ?? ''))
  })
})

describe('marketing claims', () => {
  it('include every figure from the specification', () => {
    const values: string[] = Object.values({ ...claims, ...derivedClaims() })
    expect(values).toEqual(
      expect.arrayContaining([
        ...['3X', '50%', '10+', '300+', '9', '4', '4.9/5', '4.8–4.9/5', '99.9%', '95%', '60+', '90%'],
        ...['30-day money-back guarantee', 'No setup fees or contracts', 'Only 5 slots a week'],
        ...['$500', '30 minutes', '24 hours', '1–12 hours', '4–6 hours', '12 weeks', '$5,500', '200+'],
      ]),
    )
  })
})

describe('booking form', () => {
  it('names the optional fields in the sentence about required fields', () => {
    const optional = bookingFields.filter(({ required }) => !required).map(({ label }) => label)
    const sentence = `All fields are required except the ${optional.join(' and the ')}.`
    // A label such as 'ERP version' keeps its capitals inside the sentence.
    expect(booking.required.toLowerCase()).toBe(sentence.toLowerCase())
  })

  it('states in the hint and in both error messages how far ahead a time can be', () => {
    const years = `${['no', 'one', 'two', 'three'][maxYearsAhead]} years ahead`
    const hint = bookingFields.find(({ name }) => name === 'preferred_time')?.hint
    for (const said of [hint, timeRefusals.far, callPage.propose.refused.far]) expect(said).toContain(years)
  })
})
