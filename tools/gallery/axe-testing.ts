import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
  }
}

/** All rules of WCAG 2.2 at levels A and AA, and axe's own recommendations. */
export const everyRule = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} satisfies RunOptions['runOnly']

/** The rules whose results depend on colours. */
export const colourRules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOptions['runOnly']

/**
 * Finding selectors for all checked elements would take longer than most rules, and violations are reported by their
 * markup. Frames contain letters, which are checked as states of their own.
 */
const quick: RunOptions = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into the page; once for each document. */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(source)

/**
 * Axe runs a rule about whole documents (a title, one h1, landmarks, a way to skip) only if the whole document is
 * checked. It has no tag for these rules, so the part of the document decides: a room of the desk and a letter are
 * documents, while a piece of `ui`, a chart and a form of the site are only the content of the body.
 */
const isDocument = (room: string) => /^(desk|desk-parts|letters)\/(?!charts$)/.test(room)

/** Letters have no landmarks: the mail program that shows them provides its own. */
const letterRules: NonNullable<RunOptions['rules']> = {
  region: { enabled: false },
  'landmark-one-main': { enabled: false },
}

/** What axe finds, with the markup of the elements. */
export function violations(
  page: Page,
  room: string,
  runOnly: typeof everyRule | typeof colourRules,
): Promise<string[]> {
  const isLetter = room.startsWith('letters/') && runOnly === everyRule
  return judged(page, isDocument(room), { runOnly, ...(isLetter && { rules: letterRules }) })
}

/** The same of a page as it is, as a whole document or as the content of one. */
export function judged(page: Page, isWhole: boolean, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([isWhole, asked]) => {
      const context = isWhole ? document : { include: ['body > *'] }
      const found = await window.axe.run(context, asked)
      return found.violations.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 5)
          .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`),
      )
    },
    [isWhole, { ...options, ...quick }] as const,
  )
}
