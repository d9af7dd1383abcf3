import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { about } from './about.ts'
import { claims, derivedClaims } from './claims.ts'
import { contact } from './contact.ts'
import { descriptions, sharePictureTexts } from './descriptions.ts'
import { groupOf } from './groups.ts'
import { home, programPhases, proposalRuler } from './home.ts'
import { navigation } from './navigation.ts'
import { planPhases } from './partner360.ts'
import { qaChecklists } from './qa-checklists.ts'
import { roiWords } from './roi-calculator.ts'
import { serviceScale, services, spanOf } from './services.ts'
import { callSteps } from './strategy-call.ts'
import { applyEdits, editableLeaves } from './tree.ts'
import { isViewId } from './views.ts'

beforeEach(() => applyEdits({}))
afterEach(() => applyEdits({}))

describe('a figure on the site', () => {
  const modules = import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true })
  const isOnView = (path: string) =>
    /^(views|navigation|descriptions|sharePictureTexts|terms)\./.test(path) ||
    (isViewId(groupOf(path)) && path !== 'exampleCaseStudy.steps')

  it('is part of only one text, which the others name', () => {
    const { testTime, testTimeShort, ...others } = { ...claims, ...derivedClaims() }
    const figures = Object.values(others).filter((claim) => / (minutes|weeks)$|\d.*\D.|\D.*\d/.test(claim))
    const figure = new RegExp(
      `(?<![\\d.–])(${figures.map((claim) => claim.replace(/[.+$]/g, '\\$&')).join('|')}|half an hour)(?![\\d+])`,
      'i',
    )
    expect('Our 30-minute call, thirty minutes and $500'.replaceAll(new RegExp(figure, 'gi'), '#')).toBe(
      'Our # call, # and #',
    )
    expect(Object.keys(modules).length).toBeGreaterThan(50)
    const repeated = editableLeaves().filter(
      ({ path, original }) => isOnView(path) && figure.test(JSON.stringify(original)),
    )
    expect(repeated.map(({ path }) => path)).toEqual([])
  })

  it('changes in all texts and drawings with its claim', () => {
    applyEdits({
      ...{ 'claims.proposalTime': '2–24 hours', 'claims.proposalTypical': '8–10 hours', 'claims.speed': '2X' },
      ...{ 'claims.programLength': '16 weeks', 'claims.testTime': '3 weeks', 'claims.moneyBackDays': '60' },
      ...{ 'claims.countryNames': 'Kenya', 'claims.support': 'Weekdays' },
    })
    expect(home.hero.title).toBe('Request at nine, proposal by six.')
    expect(proposalRuler()).toMatchObject({ hours: 24, most: { from: 8, to: 10 } })
    expect(proposalRuler().steps.map(({ to }) => to)).toEqual([1.8, 5.4, 7.2, 9])
    expect(about.vision.chart.back).toMatchObject({ hour: 18, label: '18:00' })
    expect(about.stats.note).toBe('We work in 9 countries, including Kenya.')
    expect(about.values.items[3].check).toBe('Stop within 60 days. The money comes back.')
    expect(planPhases().map(({ weeks }) => weeks)).toEqual(['Weeks 1–3', 'Weeks 4–8', 'Weeks 9–13', 'Weeks 14–16'])
    expect(programPhases().at(-1)).toEqual({ title: 'Launch', fromWeek: 14, toWeek: 16 })
    expect(sharePictureTexts.partner360).toBe('The 16-week plan in four phases.')
    expect(services.services.map(({ duration }) => duration).slice(0, 4)).toEqual(['2–24 h', '24 h', '1–2 wk', '3 wk'])
    expect(serviceScale()).toMatchObject({ first: 1, last: 16 * 168 })
    expect(qaChecklists.closing.text).toContain('in 3 weeks')
    expect([roiWords.speed.example, roiWords.ready.example]).toEqual(['2', '9'])
    expect(roiWords.speed.hint).toContain('half of the hours')
  })

  it('changes in all texts and drawings with the length of the call and the time until an answer', () => {
    applyEdits({ 'promises.callMinutes': '45', 'promises.answerHours': '48' })
    const steps = callSteps.steps.map(({ fromMinute, toMinute }) => `${fromMinute}–${toMinute}`)
    expect(steps).toEqual(['0–15', '15–30', '30–45'])
    expect(navigation.footer.lead).toMatch(/^45 minutes, free/)
    expect(descriptions.contact).toContain('free 45-minute strategy call. We answer partner businesses within 48 hours')
    expect(contact.hero.title).toBe('Ask now, hear back within 48 hours')
    expect(contact.form.reply.moment).toBe('48 hours from now')
  })
})

it('finds hours in durations, and draws nothing for other durations', () => {
  expect(['1–12 h', '2 weeks', 'Weekly', '24/7', 'On request', '30 min'].map(spanOf)).toEqual([
    { kind: 'window', from: 1, to: 12 },
    { kind: 'window', from: 336, to: 336 },
    { kind: 'every', hours: 168 },
    { kind: 'always' },
    null,
    null,
  ])
})
