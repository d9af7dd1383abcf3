import type { Locator, Page } from '@playwright/test'
import { type ViewId, viewIds } from '#content/views.ts'
import { whole } from '#tools/whole.ts'
import { expect } from './test.ts'

/** From the narrowest window that must do to a wide one, in fewer steps where not all is tried. */
export const widths = whole ? [320, 390, 768, 1440, 2560] : [320, 768, 2560]

/** What the words of each view say first; they stand in a file of the view's name. */
const words = await Promise.all(
  viewIds.map(async (view) => {
    const found = Object.values((await import(`#content/${view}.ts`)) as Record<string, unknown>)
    const page = found.find((one) => typeof one === 'object' && one !== null && 'hero' in one)
    return [view, (page as { readonly hero: { readonly title: string } }).hero.title] as const
  }),
)

/** The one first-level heading of each view. */
export const headings = Object.fromEntries(words) as Record<ViewId, string>

export const heading = (page: Page, view: ViewId): Locator =>
  page.getByRole('heading', { level: 1, name: headings[view], exact: true })

/** Where a view lives for a link from elsewhere. */
export const addressOf = (view: ViewId): string => (view === 'home' ? '/' : `/?view=${view}`)

/** Until the page answers by itself; before that, links and forms are the browser's own. */
export async function isAlive(page: Page): Promise<void> {
  await expect(page.locator('[name=preferred_time]')).toHaveAttribute('min', /^\d{4}-/)
  // What came as HTML comes to life piece by piece; React marks what it has taken over.
  await page.waitForFunction(() =>
    [...document.forms].every((form) => Object.keys(form).some((key) => key.startsWith('__reactProps'))),
  )
}

/** Keeps the page from fetching ahead, as a visitor does who wants to be spared data. */
export async function spareData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
}

/** Arrives at a view from elsewhere. */
export async function visit(page: Page, view: ViewId = 'home'): Promise<void> {
  await page.goto(addressOf(view))
  await isAlive(page)
  await expect(heading(page, view)).toBeVisible()
}

/** Moves on by the footer, which every view has. */
export async function follow(page: Page, view: ViewId, label: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
  await expect(heading(page, view)).toBeFocused()
}
