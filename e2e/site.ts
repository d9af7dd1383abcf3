import type { Locator, Page } from '@playwright/test'
import { type ViewId, viewIds } from '#content/views.ts'
import { scrolled } from './scrolling.ts'
import { expect } from './test.ts'

/** Each view's heading, from the content file with the view's name. */
const words = await Promise.all(
  viewIds.map(async (view) => {
    const found = Object.values((await import(`#content/${view}.ts`)) as Record<string, unknown>)
    const page = found.find((one) => typeof one === 'object' && one !== null && 'hero' in one)
    return [view, (page as { readonly hero: { readonly title: string } }).hero.title] as const
  }),
)

export const headings = Object.fromEntries(words) as Record<ViewId, string>

export const heading = (page: Page, view: ViewId): Locator =>
  page.getByRole('heading', { level: 1, name: headings[view], exact: true })

/** Returns a view's URL for links from other sites. */
export const addressOf = (view: ViewId): string => (view === 'home' ? '/' : `/?view=${view}`)

/** Waits for hydration. Until then, links and forms have only their native behavior. */
export async function waitForHydration(page: Page): Promise<void> {
  // Parts of the page hydrate separately, some of them only after a visitor's action. React marks the elements that it
  // has hydrated.
  await page.waitForFunction(() => {
    dispatchEvent(new Event('pointermove'))
    return (
      document.querySelector('[name=preferred_time]')?.getAttribute('min') &&
      [...document.querySelectorAll('body :is(a, button, form)')].every((one) =>
        Object.keys(one).some((key) => key.startsWith('__reactProps')),
      )
    )
  })
}

export async function visit(page: Page, view: ViewId = 'home'): Promise<void> {
  await page.goto(addressOf(view))
  await waitForHydration(page)
  await expect(heading(page, view)).toBeVisible()
}

/**
 * Waits for the new view: its heading is focused and the page is scrolled to the top. While the page scrolls, an
 * element could move away from the pointer, and a click would miss it.
 */
export async function expectView(page: Page, view: ViewId): Promise<void> {
  await expect(heading(page, view)).toBeFocused()
  await expect.poll(() => scrolled(page), { message: `${view} starts at its top`, intervals: [50] }).toBe(0)
}

/** Expects each field to contain the value that was typed into it. */
export async function expectValues(fields: Record<string, Locator>, wanted: object): Promise<void> {
  for (const [name, field] of Object.entries(fields))
    await expect(field, name).toHaveValue((wanted as Record<string, string>)[name] ?? '')
}

/** Navigates with a link in the footer, which every view has. */
export async function follow(page: Page, view: ViewId, label: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
  await expectView(page, view)
}

/**
 * Replaces every text node the way a browser's translator does, so that the nodes that our program created are no
 * longer on the page.
 */
export function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, ({ parentElement, nodeValue }) =>
    nodeValue?.trim() && !parentElement?.closest('svg, option, script')
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP,
  )
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    const font = document.createElement('font')
    font.append(text.data)
    text.replaceWith(font)
  }
}
