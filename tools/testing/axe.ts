import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
  }
}

/** The rules of WCAG 2.2 at levels A and AA, and axe's own recommendations. */
export const everyRule = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} satisfies RunOptions['runOnly']

/** Skips selectors, which take longer than most rules, and frames, because other tests check the emails in them. */
const quick: RunOptions = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into the page unless the document already has it. */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(source)

/** Returns axe's violations. Rules about complete documents (title, one h1, landmarks) need `isWhole`. */
export function findViolations(page: Page, isWhole: boolean, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([isWhole, asked]) => {
      const context = isWhole ? document : { include: ['body > *'] }
      const found = await window.axe.run(context, asked)
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 5).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`),
      )
    },
    [isWhole, { ...options, ...quick }] as const,
  )
}
