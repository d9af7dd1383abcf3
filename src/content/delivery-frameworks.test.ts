import { afterEach, describe, expect, it } from 'vitest'
import { deliveryFrameworks, phasePlan } from './delivery-frameworks.ts'
import { applyEdits } from './tree.ts'

afterEach(() => applyEdits({}))

describe('delivery frameworks view', () => {
  const { phases } = deliveryFrameworks

  it('offers 4 methods, and lists agile first', () => {
    const ids = deliveryFrameworks.methods.map(({ id }) => id)
    expect(ids).toEqual(['agile', 'waterfall', 'hybrid', 'rapid'])
    expect(deliveryFrameworks.defaultMethod).toBe('agile')
  })

  it('has 6 phases, and draws them with the durations that it states', () => {
    const stated = ['1–2 weeks', '2–4 weeks', '3–6 weeks', '1–2 weeks', '1 week', 'Ongoing']
    expect(phases.map(({ duration }) => duration)).toEqual(stated)
    const drawn = phasePlan('min').map(({ from, to }) => `${from}–${to}`)
    expect(drawn).toEqual(['0–1', '1–3', '3–6', '6–7', '7–8', '8–null'])
    const said = () => deliveryFrameworks.hero.facts.map(({ value, label }) => `${value} ${label}`)
    expect(said()).toContain('8–15 weeks from kickoff to go-live')
    applyEdits({ 'deliveryFrameworks.phases.2.duration': '2–3 months' })
    expect(said()).toContain('14–22 weeks from kickoff to go-live')
  })

  it('has at least two activities, deliverables and best practices per phase', () => {
    for (const phase of phases) {
      for (const list of [phase.activities, phase.deliverables, phase.bestPractices]) {
        expect(list.length).toBeGreaterThan(1)
      }
    }
  })

  it('has 5 gates with criteria, and 4 risks with an impact', () => {
    expect(deliveryFrameworks.gates).toHaveLength(5)
    for (const { criteria } of deliveryFrameworks.gates) expect(criteria.length).toBeGreaterThan(1)
    expect(deliveryFrameworks.risks).toHaveLength(4)
    const impacts = deliveryFrameworks.risks.map(({ impact }) => impact)
    expect([...new Set(impacts)].sort()).toEqual(['High', 'Medium'])
  })

  it('sets 9 targets in 3 groups', () => {
    expect(deliveryFrameworks.kpiGroups.map(({ kpis }) => kpis.length)).toEqual([3, 3, 3])
    const targets = deliveryFrameworks.kpiGroups.flatMap(({ kpis }) => kpis.map(({ name, target }) => [name, target]))
    expect(targets).toEqual([
      ['On-time delivery', '95%+'],
      ['Budget adherence', 'within 5%'],
      ['Client satisfaction', '4.5+/5'],
      ['User adoption', '85%+'],
      ['Support tickets', 'under 10 a month'],
      ['Referral likelihood', '9+/10'],
      ['Efficiency gain', '30%+'],
      ['Cost reduction', '20%+'],
      ['Return on investment', 'in 6 months'],
    ])
  })
})
