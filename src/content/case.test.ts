import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleCaseStudy } from './case.ts'
import { hasExample, home } from './home.ts'
import { previewPageCount } from './packs.ts'
import { initialsOf, people } from './people.ts'
import { applyEdits } from './tree.ts'

const { steps, pages, id } = exampleCaseStudy

beforeEach(() => applyEdits({}))
afterEach(() => applyEdits({}))

describe('example case', () => {
  it('starts and ends at the same times as the ruler in the home view', () => {
    const times = steps.map(({ time }) => time)
    expect(times).toEqual([...times].sort())
    const { startLabel, endLabel } = home.hero.ruler
    expect([times[0], times.at(-1)]).toEqual([startLabel.slice(0, 5), endLabel.slice(0, 5)])
    expect(home.proof.example.href).toBe(`/?view=services#${id}`)
  })

  it('shows every page of the example document', () => {
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: previewPageCount }, (_, index) => index + 1))
  })

  it('is labeled as an example as long as the case is fictional', () => {
    expect(steps.every(({ isSample }) => isSample) && exampleCaseStudy.eyebrow).toMatch(/example.*made up/)
  })

  it('disappears from the home view if an owner hides all its steps', () => {
    expect(hasExample()).toBe(true)
    applyEdits({ 'exampleCaseStudy.steps': steps.map((step) => ({ ...step, isHidden: true })) })
    expect(hasExample()).toBe(false)
  })
})

describe('team members', () => {
  it('have initials, and working hours within a single day', () => {
    expect(['Ada', 'Hana Petersen', 'Ana María de la Cruz', 'Élodie Žák'].map(initialsOf)).toEqual([
      ...['A', 'HP', 'AC', 'ÉŽ'],
    ])
    for (const { from, to } of people.team) expect(from).toBeLessThan(to)
  })
})
