import { parseHTML } from 'linkedom'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleCaseStudy } from '#content/case.ts'
import { home } from '#content/home.ts'
import { people } from '#content/people.ts'
import { successKit } from '#content/success-kit.ts'
import { applyEdits } from '#content/tree.ts'
import type { ViewId } from '#content/views.ts'
import { renderView } from './prerender.tsx'

afterEach(() => applyEdits({}))

const mainOf = async (view: ViewId) => parseHTML(await renderView(view)).document.querySelector('main')
const textOf = async (view: ViewId) => (await mainOf(view))?.textContent ?? ''
const countTitles = async (view: ViewId) => (await mainOf(view))?.querySelectorAll('h2').length ?? 0

const [[person], [quote], [step]] = [people.team, successKit.testimonials, exampleCaseStudy.steps]

describe.each([
  ['about', 'people.team', person, 'name', ['The person you will work with', 'Nine people you will work with']],
  ['success-kit', 'successKit.testimonials', quote, 'author', Array(2).fill(successKit.testimonialsTitle)],
  ['services', 'exampleCaseStudy.steps', step, 'who', Array(2).fill(exampleCaseStudy.title)],
] as const)('the list in the %s view', (view, path, entry, key, [one = '', nine = '']) => {
  it('shows one entry, or nine entries with the same texts', async () => {
    applyEdits({ [path]: [{ ...entry, [key]: 'Zoe' }] })
    const shown = await textOf(view)
    expect([shown.includes(one), shown.split('Zoe').length - 1]).toEqual([true, 1])
    applyEdits({ [path]: Array.from({ length: 9 }, (_, index) => ({ ...entry, [key]: `Zoe ${index}` })) })
    const many = await textOf(view)
    expect([many.includes(nine), many.split('Zoe').length - 1]).toEqual([true, 9])
  })

  it('disappears with its title, and with links to it, if an owner hides all entries', async () => {
    expect(await textOf('home')).toContain(home.proof.example.label)
    const titles = await countTitles(view)
    applyEdits({ [path]: [{ ...entry, [key]: 'Zoe', isHidden: true }] })
    expect(await textOf(view)).not.toContain('Zoe')
    expect(await countTitles(view)).toBe(titles - 1)
    expect((await textOf('home')).includes(home.proof.example.label)).toBe(view !== 'services')
  })
})
